/**
 * Returns SQL that finds a value's place among ascending edges by halving, and is the result of that place: the first one
 * below the first edge, and the last one from the last edge on.
 */
export function balancedCase(value: string, edges: readonly string[], results: readonly string[]): string {
  if (edges.length === 0) return results[0]!;
  const middle = edges.length >> 1;
  const below = balancedCase(value, edges.slice(0, middle), results.slice(0, middle + 1));
  const above = balancedCase(value, edges.slice(middle + 1), results.slice(middle + 1));
  return `case when ${value} < ${edges[middle]} then ${below} else ${above} end`;
}
