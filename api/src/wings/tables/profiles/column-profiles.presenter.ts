import type { ColumnFacts, ListedFacts } from '@headwater/shared/contract';

/** Returns the facts that a list of columns shows, because all facts of 1,600 columns take megabytes. */
export function listedFacts(facts: ColumnFacts): ListedFacts {
  const { nulls, distinct, unique, least, greatest, mean, lengths } = facts;
  const [top] = facts.top ?? [];
  return {
    ...{ nulls, distinct, unique, least, greatest, mean, lengths },
    top: top ? { value: top.cut ? `${top.value}…` : top.value, rows: top.rows } : null,
    shape: shapeOf(facts),
  };
}

function shapeOf({ histogram, top, distinct }: ColumnFacts): ListedFacts['shape'] {
  const isWhole = top !== null && top.length === distinct.count;
  if (histogram?.of === 'values') return { of: 'values', rows: histogram.bins.map(({ rows }) => rows) };
  if (isWhole || !histogram) return { of: 'top', rows: isWhole ? top.map(({ rows }) => rows) : [] };
  return { of: 'lengths', rows: histogram.bins.map(({ rows }) => rows) };
}
