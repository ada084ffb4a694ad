const MOST_STREAMS = 500;
const MOST_COLUMNS = 5_000;

/**
 * Splits a catalog into parts of at most 500 streams and 5,000 columns, or one wider stream. Sending, receiving, or
 * storing a large catalog part by part lets other work run in between.
 */
export function* catalogParts<T>(streams: Iterable<T>, columnsOf: (stream: T) => number): Generator<T[]> {
  let part: T[] = [];
  let columns = 0;
  for (const stream of streams) {
    const width = columnsOf(stream);
    if (part.length === MOST_STREAMS || (part.length > 0 && columns + width > MOST_COLUMNS)) {
      yield part;
      part = [];
      columns = 0;
    }
    part.push(stream);
    columns += width;
  }
  if (part.length > 0) yield part;
}
