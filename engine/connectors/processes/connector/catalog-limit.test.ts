import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailureError } from '@headwater/base/failures/failure';
import type { DiscoveredStream, StreamColumn } from '@headwater/protocol/protocol';
import { MOST_COLUMNS, MOST_STREAMS, requireCatalogSize } from './catalog-limit.ts';

const catalog = (streams: number, columns: number) =>
  Array.from({ length: streams }, () => ({
    columns: Array.from({ length: columns }, () => ({}) as StreamColumn),
  })) as DiscoveredStream[];

test('a catalog within the limits is accepted, and a larger one is refused with its size', () => {
  requireCatalogSize(catalog(MOST_STREAMS, 1));
  requireCatalogSize(catalog(1, MOST_COLUMNS));
  for (const [streams, columns] of [
    [MOST_STREAMS + 1, 1],
    [1, MOST_COLUMNS + 1],
  ] as const)
    assert.throws(
      () => requireCatalogSize(catalog(streams, columns)),
      ({ failure }: FailureError) => {
        assert.deepEqual([failure.code, failure.retryable], ['catalog_too_large', false]);
        assert.deepEqual([failure.values.tables, failure.values.columns], [streams, streams * columns]);
        return true;
      },
    );
});
