import type { PeriodComparison, QueryResult, ResultColumn } from '../contract/index.ts';

/** A value of a breakout: its text, NULL, or all values that aren't among the top. */
export interface ChartKey {
  text: string | null;
  isOther: boolean;
  /** Whether it's a period of which only a part is shown, or known. */
  isPartial?: boolean;
}

/** There are more groups than colors: the next ones have a pattern, and those after them another. */
export type Cue = 0 | 1 | 2;

export interface ChartSeries {
  /** Null if there is only one. */
  key: ChartKey | null;
  /** One of the chart colors, from 1. They are roles: all others, and no value, are the sixth. */
  color: number;
  /** How often its color is already taken, which its pattern shows. */
  cue: Cue;
  /** By position on the x axis. Null where there is none. */
  values: readonly (number | null)[];
  /** The same with all digits. */
  texts: readonly (string | null)[];
  /** The same in the earlier period. Undefined if there is nothing to compare with. */
  earlier?: Pick<ChartSeries, 'values' | 'texts'>;
}

/** The first day and the last one of what a position of the x axis is compared with, or its moment. */
export interface EarlierPart {
  from: string;
  through: string | null;
}

/** The first measure of a result, by its first breakout and its second one. */
export interface ChartData {
  /** The breakout along the x axis. Null if there is none. */
  x: ResultColumn | null;
  group: ResultColumn | null;
  measure: ResultColumn;
  keys: readonly ChartKey[];
  /** Periods after them, of which nothing is known yet. The axis has room for them. */
  later: readonly ChartKey[];
  series: readonly ChartSeries[];
  /** What the series are compared with, or why they aren't. Undefined if that wasn't asked for. */
  comparison?: PeriodComparison;
  /** What each position is compared with. Null where that is nothing. */
  parts: readonly (EarlierPart | null)[];
}

/** Larger numbers are shown like this one, so that all sums and distances are finite. */
const LARGEST = 1e300;

const REST_COLOR = 6;
const COLORS = [1, 2, 3, 4, 5, 7, 8];

/** Returns the look of the nth group. */
export const lookOf = (at: number): { color: number; cue: Cue } => ({
  color: COLORS[at % COLORS.length]!,
  cue: (Math.floor(at / COLORS.length) % 3) as Cue,
});

/** Returns what a chart shows of a result, in the result's order; series with the most first unless they are periods, and all others last. */
export function chartData({ columns, values, comparison, later, partial }: QueryResult): ChartData {
  const breakouts = columns.filter(({ role }) => role === 'breakout');
  const [x = null, group = null] = breakouts;
  const measure = columns[breakouts.length]!;
  const texts = values[breakouts.length]!;
  const xs = x ? keysOf(x, values[0]!, new Set(partial)) : texts.map(() => NO_KEY);
  const groups = group ? keysOf(group, values[1]!) : texts.map(() => NO_KEY);
  const positions = positionsOf(xs);
  const places = texts.map((_, row) => positions.get(nameOf(xs[row]!))!);
  const names = groups.map(nameOf);
  const cellsOf = (given: readonly (string | null)[]) => {
    const cells = new Map<string, (string | null)[]>();
    given.forEach((text, row) => {
      const name = names[row]!;
      if (!cells.has(name)) cells.set(name, new Array<string | null>(positions.size).fill(null));
      cells.get(name)![places[row]!] = text;
    });
    return cells;
  };
  const cells = cellsOf(texts);
  const before = comparison?.series?.values[0];
  const earlier = before?.some((text) => text !== null) ? cellsOf(before) : undefined;
  const withNumbers = (found: readonly (string | null)[]) => ({ texts: found, values: found.map(numberOf) });
  const found = [...positionsOf(groups).keys()].map((name) => ({
    key: group ? groups.find((key) => nameOf(key) === name)! : null,
    ...withNumbers(cells.get(name)!),
    ...(earlier && { earlier: withNumbers(earlier.get(name)!) }),
  }));
  // Periods keep their order.
  const isInOrder = group !== null && group.grain !== null;
  const sorted = found.toSorted(
    (one, other) =>
      Number(one.key?.isOther ?? false) - Number(other.key?.isOther ?? false) ||
      (isInOrder ? 0 : sumOf(other.values) - sumOf(one.values)),
  );
  let named = 0;
  return {
    ...{ x, group, measure },
    keys: uniqueKeys(xs),
    later: (later?.keys ?? []).map((text) => ({ text, isOther: false })),
    series: sorted.map(({ key, ...series }) => {
      const isRest = key !== null && (key.isOther || key.text === null);
      return { key, ...(isRest ? { color: REST_COLOR, cue: 0 as const } : lookOf(named++)), ...series };
    }),
    ...(comparison && { comparison }),
    parts: partsOf(comparison, places, positions.size),
  };
}

function partsOf(
  comparison: PeriodComparison | undefined,
  places: readonly number[],
  length: number,
): (EarlierPart | null)[] {
  const parts = new Array<EarlierPart | null>(length).fill(null);
  const { series } = comparison ?? {};
  if (series)
    places.forEach((place, row) => {
      const from = series.from[row] ?? null;
      if (from !== null) parts[place] = { from, through: series.through[row] ?? null };
    });
  return parts;
}

const NO_KEY: ChartKey = { text: '', isOther: false };

function keysOf(
  { others }: ResultColumn,
  texts: readonly (string | null)[],
  partial?: ReadonlySet<string | null>,
): ChartKey[] {
  const rest = new Set(others);
  return texts.map((text, row) => ({
    ...{ text, isOther: rest.has(row) },
    ...(partial?.has(text) && { isPartial: true }),
  }));
}

const nameOf = ({ text, isOther }: ChartKey) => (isOther ? 'other' : text === null ? 'null' : `=${text}`);

function positionsOf(keys: readonly ChartKey[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (const key of keys) {
    const name = nameOf(key);
    if (!positions.has(name)) positions.set(name, positions.size);
  }
  return positions;
}

/** Returns each key once, in the order in which they occur first. */
function uniqueKeys(keys: readonly ChartKey[]): ChartKey[] {
  const known = new Set<string>();
  return keys.filter((key) => !known.has(nameOf(key)) && known.add(nameOf(key)));
}

const sumOf = (values: readonly (number | null)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

function numberOf(text: string | null): number | null {
  const value = text === null ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.max(-LARGEST, Math.min(value, LARGEST)) : null;
}
