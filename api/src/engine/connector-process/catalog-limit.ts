import { FailureError } from '../../platform/failures/failure.ts';

/** Of a source. Its catalog is stored and shown as a whole, so a hostile one must not be of any size. */
export const MOST_STREAMS = 10_000;
export const MOST_COLUMNS = 100_000;

/** Throws where a source shows more than can be kept of it; in the connector's process, so that nobody else has it. */
export function requireCatalogSize(streams: readonly { columns: readonly unknown[] }[]): void {
  const columns = streams.reduce((sum, stream) => sum + stream.columns.length, 0);
  if (streams.length > MOST_STREAMS || columns > MOST_COLUMNS) {
    const limits = { limit: MOST_STREAMS, columnLimit: MOST_COLUMNS };
    throw new FailureError('catalog_too_large', { tables: streams.length, columns, ...limits });
  }
}
