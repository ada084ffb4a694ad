/** What a number format makes of a number. */
export type FormatKind = 'number' | 'date' | 'time' | 'duration';

/** Formats that every program knows without having them in the file. */
const BUILT_IN: readonly [from: number, to: number, kind: FormatKind][] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 58, 'date'],
];

export function formatKind(id: number, code: string | undefined): FormatKind {
  if (code === undefined) return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'number';
  // Text within quotes, escaped characters, colors, and everything behind the format of positive numbers say nothing.
  const bare = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';')[0]!;
  if (/\[(h+|m+|s+)\]/i.test(bare)) return 'duration';
  const letters = bare.replace(/\[[^\]]*\]|general|am\/pm|a\/p/gi, '');
  if (/[yd]/i.test(letters) || /^[^hs]*m[^hs]*$/i.test(letters)) return 'date';
  return /[hs]/i.test(letters) ? 'time' : 'number';
}

const DAY = 86_400_000;

/** Writes a number of days as a date, or a moment if it has a time. Null if it's none, or not one that ever was. */
export function dateText(serial: number, is1904: boolean): { text: string; hasTime: boolean } | null {
  const days = is1904 ? serial + 1462 : serial;
  // Excel has a February 29, 1900, which never was, so that earlier days are off by one.
  if (!(days >= 1) || days >= 2_958_466 || Math.floor(days) === 60) return null;
  return momentText(days + (days < 60 ? 1 : 0));
}

/** Writes a number of days since December 30, 1899, as a date, or as a moment if it has a time. */
export function momentText(days: number): { text: string; hasTime: boolean } {
  const milliseconds = Math.round(days * DAY) - 25_569 * DAY;
  const [day, time] = new Date(milliseconds).toISOString().split('T') as [string, string];
  const hasTime = milliseconds % DAY !== 0;
  return { text: hasTime ? `${day} ${clock(time)}` : day, hasTime };
}

/** Writes a part of a day as a time. Null if it's more than a day. */
export function timeText(serial: number): string | null {
  if (!(serial >= 0) || serial >= 1) return null;
  const milliseconds = Math.round(serial * DAY);
  return milliseconds >= DAY ? null : clock(new Date(milliseconds).toISOString().split('T')[1]!);
}

const clock = (time: string) => time.replace('Z', '').replace(/\.000$/, '');
