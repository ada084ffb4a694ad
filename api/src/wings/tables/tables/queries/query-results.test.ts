import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Computed } from '@headwater/warehouse';
import { QueryResults } from './query-results.ts';

const result = { values: [['1']], sql: 'select 1' } as unknown as Computed;
const staying = new AbortController().signal;

describe('results of queries', () => {
  test('are computed once, however many wait for them, and kept', async () => {
    const results = new QueryResults();
    const computed = Promise.withResolvers<Computed>();
    let computations = 0;
    const compute = () => {
      computations += 1;
      return computed.promise;
    };
    const both = [results.of('a', compute, staying), results.of('a', compute, staying)];
    computed.resolve(result);
    assert.deepEqual(await Promise.all(both), [result, result]);
    assert.equal(await results.of('a', compute, staying), result);
    assert.equal(computations, 1);
  });

  test('are computed until all who wait for them have left', async () => {
    const results = new QueryResults();
    const [first, second] = [new AbortController(), new AbortController()];
    let signal: AbortSignal | undefined;
    const compute = (given: AbortSignal) => {
      signal = given;
      return new Promise<Computed>(() => undefined);
    };
    const waiting = [results.of('a', compute, first.signal), results.of('a', compute, second.signal)];
    first.abort();
    await assert.rejects(waiting[0]!, { name: 'AbortError' });
    assert.equal(signal!.aborted, false);
    second.abort();
    await assert.rejects(waiting[1]!, { name: 'AbortError' });
    assert.equal(signal!.aborted, true);
  });

  test('that failed are computed again', async () => {
    const results = new QueryResults();
    await assert.rejects(
      results.of('a', () => Promise.reject(new Error('no')), staying),
      /no/,
    );
    assert.equal(await results.of('a', () => Promise.resolve(result), staying), result);
  });

  test('that are too large are not kept', async () => {
    const results = new QueryResults();
    const large = { values: [['x'.repeat(2 ** 20)]], sql: '' } as unknown as Computed;
    await results.of('a', () => Promise.resolve(large), staying);
    assert.equal(await results.of('a', () => Promise.resolve(result), staying), result);
  });
});
