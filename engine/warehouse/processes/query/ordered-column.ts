import type { DuckDBConnection } from '@duckdb/node-api';
import type { IdRange } from '../../sql/rows-statement.ts';
import type { PageColumn } from '../../sql/page-column.ts';
import { identifier, literal } from '../../sql/sql.ts';

/** Looking for a column takes longer with more segments. */
const MOST_SEGMENTS = 50_000;
/** A column is worth a condition if at least this part of the row groups is skipped on average. */
const LEAST_SKIPPED = 0.75;
/** A range that covers more row groups is read without a condition. */
const MOST_COVERED = 8;

/** Types whose statistics show the least and the greatest value in full. */
const TYPES = /^(SMALLINT|INTEGER|BIGINT|DATE|TIMESTAMP|TIMESTAMP WITH TIME ZONE)$/;

/** The least and the greatest value of a part of a column, as the engine writes them. */
type Ends = readonly [least: string, greatest: string];

/** A row group: its row IDs, and the ends of the column's parts in it. */
interface Group extends IdRange {
  ends: Ends[];
}

/**
 * A column whose values rise or fall with the row IDs, such as a serial key or a time. The engine (DuckDB 1.5.5) goes
 * through all row groups for a range of row IDs, slowly through those with deleted rows, but skips row groups by the
 * ends of a column. So a condition on this column makes a page of a large table several times faster. It never leaves
 * out a row, because it comes from the ends of the row groups that have the rows.
 */
export class OrderedColumn {
  readonly #column: PageColumn;
  readonly #groups: readonly Group[];

  private constructor(column: PageColumn, groups: readonly Group[]) {
    this.#column = column;
    this.#groups = groups;
  }

  /** Returns the column that tells a table's row groups apart best, or null if none does. */
  static async find(
    connection: DuckDBConnection,
    schema: string,
    columns: readonly PageColumn[],
  ): Promise<OrderedColumn | null> {
    const candidates = columns.filter(({ type }) => TYPES.test(type));
    if (candidates.length === 0) return null;
    const names = candidates.map(({ name }) => literal(name));
    const reader = await connection.runAndReadAll(`
      select column_name, row_group_id, count, segment_type = 'VALIDITY', stats
      from pragma_storage_info('${schema}.main.data') where column_name in (${names.join(', ')})
      order by row_group_id, start limit ${MOST_SEGMENTS + 1}`);
    const segments = reader.getRowsJS() as Segment[];
    if (segments.length > MOST_SEGMENTS) return null;
    const byName = Map.groupBy(segments, ([name]) => name);
    let best: OrderedColumn | null = null;
    let least = Infinity;
    for (const column of candidates) {
      const groups = groupsOf(byName.get(column.name) ?? []);
      const read = groups ? groupsReadFor(groups) : Infinity;
      if (!groups || read >= least || read > groups.length * (1 - LEAST_SKIPPED)) continue;
      [best, least] = [new OrderedColumn(column, groups), read];
    }
    return best;
  }

  /** Returns SQL that is true for all rows of a range and lets the engine skip others. Null if it wouldn't skip much. */
  conditionFor({ from, to }: IdRange): string | null {
    const covered = this.#groups.filter((group) => group.from < to && from < group.to);
    if (covered.length === 0 || covered.length > MOST_COVERED) return null;
    const name = identifier(this.#column.name);
    const value = (text: string) => `cast(${literal(text)} as ${this.#column.type})`;
    const ends = covered.flatMap((group) => group.ends);
    const least = ends.map(([first]) => value(first)).join(', ');
    const greatest = ends.map(([, last]) => value(last)).join(', ');
    return `${name} >= least(${least}) and ${name} <= greatest(${greatest})`;
  }
}

type Segment = [name: string, group: bigint, count: bigint, isValidity: boolean, statistics: string];

/** Returns the row groups of a column, or null if it has rows without a value, which no condition on it would find. */
function groupsOf(segments: readonly Segment[]): Group[] | null {
  const groups: Group[] = [];
  let current: bigint | undefined;
  for (const [, id, count, isValidity, statistics] of segments) {
    if (isValidity) {
      if (!statistics.includes('Has Null: false')) return null;
      continue;
    }
    const [, least, greatest] = /^\[Min: (.+), Max: ([^\]]+)\]/.exec(statistics) ?? [];
    if (least === undefined || greatest === undefined) return null;
    if (id !== current) {
      const from = groups.at(-1)?.to ?? 0;
      groups.push({ from, to: from, ends: [] });
    }
    current = id;
    groups.at(-1)!.to += Number(count);
    groups.at(-1)!.ends.push([least, greatest]);
  }
  return groups;
}

/** Returns how many row groups are read on average to find those of one. Infinity if a value isn't understood. */
function groupsReadFor(groups: readonly Group[]): number {
  const ranges = groups.map(({ ends }) => ({
    least: Math.min(...ends.map(([least]) => measure(least))),
    greatest: Math.max(...ends.map(([, greatest]) => measure(greatest))),
  }));
  if (ranges.some(({ least, greatest }) => Number.isNaN(least + greatest))) return Infinity;
  const starts = ranges.map(({ least }) => least).sort((a, b) => a - b);
  const stops = ranges.map(({ greatest }) => greatest).sort((a, b) => a - b);
  const overlapping = ranges.map(
    ({ least, greatest }) => countBelow(starts, greatest, true) - countBelow(stops, least, false),
  );
  return overlapping.reduce((sum, count) => sum + count, 0) / Math.max(1, groups.length);
}

/** Returns a number that orders values of one type, or NaN. */
const measure = (text: string): number =>
  /^-?\d+$/.test(text) ? Number(text) : Date.parse(text.replace(' ', 'T').replace(/\+00$/, 'Z'));

/** Returns how many of the sorted numbers are below the limit, or equal to it with `orEqual`. */
function countBelow(sorted: readonly number[], limit: number, orEqual: boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < limit || (orEqual && sorted[middle] === limit)) low = middle + 1;
    else high = middle;
  }
  return low;
}
