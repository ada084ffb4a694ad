import { FailureError } from '@headwater/base/failures/failure';

/**
 * The most streams and columns that a source may have. A catalog is stored and shown as a whole, so a hostile source
 * must not be able to make it arbitrarily large.
 */
export const MOST_STREAMS = 10_000;
export const MOST_COLUMNS = 100_000;

/** Throws if a catalog is too large to be stored. Called before the API receives the catalog. */
export function requireCatalogSize(streams: readonly { columns: readonly unknown[] }[]): void {
  const columns = streams.reduce((sum, stream) => sum + stream.columns.length, 0);
  if (streams.length > MOST_STREAMS || columns > MOST_COLUMNS) {
    const limits = { limit: MOST_STREAMS, columnLimit: MOST_COLUMNS };
    throw new FailureError('catalog_too_large', { tables: streams.length, columns, ...limits });
  }
}
