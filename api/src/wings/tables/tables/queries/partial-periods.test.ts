import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Grain, Query } from '@headwater/shared/contract';
import { partialPeriods } from './partial-periods.ts';

interface Asked {
  type?: string;
  grain?: Grain;
  keys: readonly (string | null)[];
  /** The range's first moment and the one after it. */
  range?: [string | null, string | null];
  zone?: string;
  known?: string;
}

function partial({ type = 'DATE', grain = 'month', keys, range = [null, null], zone, known }: Asked) {
  const query: Query = {
    filter: (['greater_or_equal', 'less'] as const).flatMap((operator, at) =>
      range[at] ? [[{ column: 'at', operator, values: [range[at]] }]] : [],
    ),
    breakouts: [{ as: 'time', column: 'at', grain }],
    measures: [{ as: 'rows', agg: 'count' }],
    ...(zone && { zone }),
  };
  const column = {
    as: 'time',
    role: 'breakout',
    kind: 'date',
    type,
    grain,
    width: null,
    others: [],
  } as const;
  const result = { columns: [{ ...column, others: [] }], values: [[...keys]] };
  return partialPeriods(query, [{ name: 'at', type }], result, new Date(known ?? '2027-01-01T00:00:00Z'));
}

describe('periods that aren’t complete', () => {
  const months = ['2026-08-01', '2026-09-01', '2026-10-01'];

  test('are the first and the last one of a range that has only a part of them', () => {
    const types = [
      ['DATE', ['2026-08-15', '2026-10-15']],
      ['TIMESTAMP', ['2026-08-15T00:00:00', '2026-10-15T00:00:00']],
      ['TIMESTAMP WITH TIME ZONE', ['2026-08-15T00:00:00Z', '2026-10-15T00:00:00Z']],
    ] as const;
    for (const [type, range] of types)
      assert.deepEqual(partial({ type, keys: months, range: [...range] }), [months[0], months[2]], type);
    assert.deepEqual(partial({ keys: months, range: ['2026-08-01', '2026-11-01'] }), []);
    assert.deepEqual(partial({ keys: months, range: ['2026-07-20', '2026-11-05'] }), []);
    assert.deepEqual(partial({ keys: [null, ...months], range: ['2026-08-02', null] }), [months[0]]);
    assert.deepEqual(partial({ keys: months }), []);
  });

  test('can be weeks, quarters, years, days, and hours', () => {
    const range: [string, string] = ['2026-08-15', '2026-11-15'];
    assert.deepEqual(partial({ grain: 'quarter', keys: ['2026-07-01', '2026-10-01'], range }), [
      '2026-07-01',
      '2026-10-01',
    ]);
    assert.deepEqual(partial({ grain: 'year', keys: ['2026-01-01'], range }), ['2026-01-01']);
    // August 10 is a Monday.
    assert.deepEqual(partial({ grain: 'week', keys: ['2026-08-10', '2026-08-17'], range }), ['2026-08-10']);
    assert.deepEqual(partial({ grain: 'day', keys: ['2026-08-15', '2026-11-14'], range }), []);
    assert.deepEqual(
      partial({
        ...{ type: 'TIMESTAMP', grain: 'hour', keys: ['2026-08-15T10:00:00', '2026-08-15T11:00:00'] },
        range: ['2026-08-15T10:20:00', '2026-08-15T12:00:00'],
      }),
      ['2026-08-15T10:00:00'],
    );
  });

  test('can be an hour that clocks have cut short', () => {
    const hours = ['2023-09-30T14:30:00Z', '2023-09-30T15:30:00Z'];
    const grain = 'hour' as const;
    const asked = { type: 'TIMESTAMP WITH TIME ZONE', grain, keys: hours, zone: 'Australia/Lord_Howe' };
    assert.deepEqual(partial({ ...asked, range: [hours[0]!, '2023-09-30T16:00:00Z'] }), []);
    assert.deepEqual(partial({ ...asked, range: [hours[0]!, '2023-09-30T15:45:00Z'] }), [hours[1]]);
  });

  test('begin in the zone', () => {
    const asked = { type: 'TIMESTAMP WITH TIME ZONE', keys: months, zone: 'Europe/Berlin' };
    assert.deepEqual(partial({ ...asked, range: ['2026-07-31T22:00:00Z', '2026-10-31T23:00:00Z'] }), []);
    assert.deepEqual(partial({ ...asked, range: ['2026-08-01T00:00:00Z', '2026-10-31T23:00:00Z'] }), [
      months[0],
    ]);
  });

  test('are the one that isn’t over when the table was read, wherever it is', () => {
    assert.deepEqual(partial({ keys: months, known: '2026-10-09T00:00:00Z' }), [months[2]]);
    assert.deepEqual(partial({ keys: months, known: '2026-09-09T00:00:00Z' }), [months[1]]);
    assert.deepEqual(partial({ keys: months, known: '2026-11-01T00:00:00Z' }), []);
    const auckland = { type: 'TIMESTAMP WITH TIME ZONE', zone: 'Pacific/Auckland', keys: months };
    assert.deepEqual(partial({ ...auckland, known: '2026-10-31T12:00:00Z' }), []);
  });
});
