/** A column whose values are known, each as the product's JSON writes it. Null for no value. */
export interface TrueColumn {
  readonly name: string;
  /** The engine's type. */
  readonly type: string;
  /** In the order of rows. */
  readonly values: readonly (string | null)[];
}

/** A table whose values are known without the product. Each station of a journey through it is compared with that. */
export type Truth = readonly TrueColumn[];

export const rowsOf = (truth: Truth): (string | null)[][] =>
  truth[0]!.values.map((_, row) => truth.map(({ values }) => values[row]!));

/** Returns rows as columns with their names, so that a difference says where it is. */
export const byColumn = <T>(names: readonly string[], rows: readonly (readonly T[])[]): [string, T[]][] =>
  names.map((name, at) => [name, rows.map((row) => row[at]!)]);

const DAY_US = 86_400_000_000n;

/** Returns a day that many after 1970 as the product writes it. Years before the first one are counted backwards. */
export function dayText(days: bigint): string {
  // Of a calendar whose years begin in March, so that the leap day is the last one.
  const shifted = days + 719_468n;
  const era = floorDivided(shifted, 146_097n);
  const dayOfEra = shifted - era * 146_097n;
  const yearOfEra = (dayOfEra - dayOfEra / 1_460n + dayOfEra / 36_524n - dayOfEra / 146_096n) / 365n;
  const dayOfYear = dayOfEra - (365n * yearOfEra + yearOfEra / 4n - yearOfEra / 100n);
  const marchMonth = (5n * dayOfYear + 2n) / 153n;
  const day = dayOfYear - (153n * marchMonth + 2n) / 5n + 1n;
  const month = marchMonth < 10n ? marchMonth + 3n : marchMonth - 9n;
  const year = yearOfEra + era * 400n + (month <= 2n ? 1n : 0n);
  const [shown, end] = year > 0n ? [year, ''] : [1n - year, ' BC'];
  return `${padded(shown, 4)}-${padded(month, 2)}-${padded(day, 2)}${end}`;
}

/** Returns a moment that many microseconds after 1970 as the product writes it, with a zone's sign. */
export function momentText(micros: bigint, zone: string): string {
  const days = floorDivided(micros, DAY_US);
  const [, date, end] = /^(\S+)( BC)?$/.exec(dayText(days))!;
  return `${date}T${clockText(micros - days * DAY_US)}${zone}${end ?? ''}`;
}

/** Returns a time of day that many microseconds after midnight. */
export function clockText(micros: bigint): string {
  const seconds = micros / 1_000_000n;
  const parts = [seconds / 3_600n, (seconds / 60n) % 60n, seconds % 60n].map((part) => padded(part, 2));
  const fraction = padded(micros % 1_000_000n, 6).replace(/0+$/, '');
  return `${parts.join(':')}${fraction && `.${fraction}`}`;
}

const floorDivided = (one: bigint, other: bigint) => (one - (((one % other) + other) % other)) / other;
const padded = (value: bigint, digits: number) => String(value).padStart(digits, '0');
