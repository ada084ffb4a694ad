/** Returns as many items from the start of a list as take no more than so many bytes as JSON. */
export function withinBytes<T>(items: readonly T[], bytes: number): T[] {
  let left = bytes;
  const end = items.findIndex((item) => (left -= Buffer.byteLength(JSON.stringify(item)) + 1) < 0);
  return end === -1 ? [...items] : items.slice(0, end);
}
