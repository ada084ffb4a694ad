import type { EarlierSeries, Query } from '@headwater/shared/contract';
import type { Computed } from '@headwater/warehouse';
import type { ComparedPart } from './earlier-series.ts';

/** The rows of a result. */
export type Rows = Pick<Computed, 'columns' | 'values' | 'rows' | 'cut'>;

/**
 * Puts the values of an earlier period beside those of the current one that have the same keys: the earlier rows are
 * grouped by the current periods already. Rows that only the earlier period has are added, unless the query shows only
 * some rows.
 */
export function mergeComparison(
  query: Query,
  result: Rows,
  earlier: Pick<Computed, 'columns' | 'values' | 'rows'>,
  parts: readonly ComparedPart[],
): { result: Rows; series: Omit<EarlierSeries, 'current'> } {
  const keys = query.breakouts.length;
  const earlierRows = new Map<string, number>();
  const [earlierName, currentName] = [namesOf(earlier, keys), namesOf(result, keys)];
  for (let row = 0; row < earlier.rows; row += 1)
    // What no current period is compared with has none.
    if (earlier.values[0]![row] !== null) earlierRows.set(earlierName(row), row);
  const places = Array.from({ length: result.rows }, (_, row) => {
    const name = currentName(row);
    const before = earlierRows.get(name) ?? null;
    earlierRows.delete(name);
    return { key: result.values[0]![row] ?? '', now: row as number | null, before };
  });
  const isWhole = !query.sort && !query.having && query.limit === undefined && result.cut === null;
  const added = isWhole ? [...earlierRows.values()] : [];
  const all = [
    ...places,
    ...added.map((before) => ({ key: earlier.values[0]![before]!, now: null, before })),
  ];
  if (added.length > 0) all.sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  const partOf = new Map(parts.map((part) => [part.key, part]));
  const found = all.map(({ key }) => partOf.get(utcText(key)));
  const measures = result.columns.map((_, at) => at).slice(keys);
  return {
    result: {
      cut: result.cut,
      rows: all.length,
      columns: result.columns.map((column, at) => {
        const others = new Set(column.others);
        const earlierOthers = new Set(earlier.columns[at]?.others);
        const isOther = ({ now, before }: (typeof all)[number]) =>
          now === null ? earlierOthers.has(before!) : others.has(now);
        return { ...column, others: all.flatMap((place, row) => (isOther(place) ? [row] : [])) };
      }),
      values: result.columns.map((_, at) =>
        all.map(({ now, before }) => {
          if (now !== null) return result.values[at]![now]!;
          return at < keys ? earlier.values[at]![before!]! : null;
        }),
      ),
    },
    series: {
      from: found.map((part) => part?.from ?? null),
      through: found.map((part) => part?.through ?? null),
      values: measures.map((at) =>
        all.map(({ before }) => (before === null ? null : earlier.values[at]![before]!)),
      ),
    },
  };
}

/** Returns a function that tells a row's group from all others. */
function namesOf(
  { columns, values }: Pick<Computed, 'columns' | 'values'>,
  keys: number,
): (row: number) => string {
  const rests = columns.slice(0, keys).map(({ others }) => new Set(others));
  return (row) => JSON.stringify(rests.map((rest, at) => [values[at]![row], rest.has(row)]));
}

/** Returns the beginning of a period as its part names it. */
const utcText = (key: string): string => (key.length === 10 ? key : key.replace(' ', 'T').slice(0, 19));
