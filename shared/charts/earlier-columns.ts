import type { QueryResult, ResultColumn } from '../contract/index.ts';
import type { SayComparison } from './say-comparison.ts';

type Cells = (string | null)[];

/**
 * Returns a result with the earlier period in columns of its own: where each row's earlier period begins, and of each
 * measure the earlier value and the change. Without a comparison, it's the result as it is.
 */
export function earlierColumns<Result extends Pick<QueryResult, 'columns' | 'values' | 'comparison'>>(
  result: Result,
  say: SayComparison,
): Result {
  const { comparison } = result;
  const { series } = comparison ?? {};
  if (!comparison || !series?.values.some((cells) => cells.some((text) => text !== null))) return result;
  const { to } = comparison;
  const columns: ResultColumn[] = [];
  const values: Cells[] = [];
  const add = (column: ResultColumn, cells: Cells) => {
    columns.push(column);
    values.push(cells);
  };
  const begins = () => {
    const isDay = series.from.every((text) => text === null || text.length === 10);
    const { kind, type } = isDay ? ({ kind: 'date', type: 'DATE' } as const) : result.columns[0]!;
    add(
      { ...PLAIN, as: say(`${to}_from`, {}), role: 'breakout', kind, type },
      series.from.map((text) => text),
    );
  };
  let measure = 0;
  result.columns.forEach((column, at) => {
    const now = result.values[at]!;
    if (column.role === 'measure' && measure === 0) begins();
    add(column, now);
    if (column.role !== 'measure') return;
    const before = series.values[measure++]!;
    add({ ...column, ...PLAIN, as: say(`${to}_value`, { measure: column.as }), others: [] }, before);
    if (column.kind !== 'number') return;
    const isShare = column.percent === true;
    const as = say(isShare ? 'change_points' : 'change', { measure: column.as });
    add(
      { ...PLAIN, as, role: 'measure', kind: 'number', type: 'DOUBLE', percent: true },
      now.map((text, row) => changeOf(text, before[row] ?? null, isShare)),
    );
  });
  return { ...result, columns, values };
}

const PLAIN = { grain: null, width: null, others: [] as number[] };

/** Returns how much more a value is than an earlier one, as a part of it unless it's one. Null if that can't be said. */
function changeOf(now: string | null, before: string | null, isShare: boolean): string | null {
  if (now === null || before === null) return null;
  const [one, other] = [Number(now), Number(before)];
  const change = isShare ? one - other : one / other - 1;
  if (!Number.isFinite(change) || (!isShare && other <= 0)) return null;
  return String(Number(change.toPrecision(12)));
}
