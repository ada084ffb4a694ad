import { partsOf } from '@headwater/base/parts';

const LIMITS = { items: 500, weight: 5_000 };

/**
 * Splits a catalog into parts of at most 500 streams and 5,000 columns, or one wider stream. Sending, receiving, or
 * storing a large catalog part by part lets other work run in between.
 */
export const catalogParts = <T>(streams: Iterable<T>, columnsOf: (stream: T) => number) =>
  partsOf(streams, LIMITS, columnsOf);
