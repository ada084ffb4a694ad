import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { QueryFilter } from '@headwater/shared/contract';
import { firstUnread, shapeEnd, type ReadAt } from './shape-end.ts';

const day = { name: 'day', type: 'DATE' };
const time = (text: string) => Date.parse(text);
const read = (at: string, isWhole = true): ReadAt => ({ at: new Date(at), isWhole });
const untilOf = (last: string, at?: ReadAt, filter: QueryFilter = [], zone = 'UTC') =>
  shapeEnd({ column: day, filter, calendar: { zone } }, { min: time('2026-01-05'), max: time(last) }, at)
    .until;

describe('a month is over', () => {
  test('if the table has a row on its last day or later', () => {
    const later = read('2026-09-10T12:00:00Z');
    assert.equal(untilOf('2026-03-31', later), '2026-04-01');
    assert.equal(untilOf('2026-04-01', later), '2026-04-01');
    // Nobody knows whether the table goes on.
    assert.equal(untilOf('2026-03-30', later), '2026-03-01');
    assert.equal(untilOf('2026-03-31'), '2026-04-01');
  });

  test('if the table was read after it, by the clock of the workspace', () => {
    assert.equal(untilOf('2026-03-31', read('2026-03-31T23:00:00Z')), '2026-03-01');
    assert.equal(untilOf('2026-03-31', read('2026-03-31T23:00:00Z'), [], 'Europe/Berlin'), '2026-04-01');
    assert.equal(untilOf('2026-03-31', read('2026-04-01T02:00:00Z'), [], 'America/New_York'), '2026-03-01');
  });

  test('also without a row, if a range is asked for of which all rows were read', () => {
    const half: QueryFilter = [
      [{ column: 'day', operator: 'greater_or_equal', values: ['2026-01-01'] }],
      [{ column: 'day', operator: 'less', values: ['2026-07-01'] }],
    ];
    assert.equal(untilOf('2026-03-05', read('2026-08-15T12:00:00Z'), half), '2026-07-01');
    assert.equal(untilOf('2026-03-05', read('2026-05-15T12:00:00Z'), half), '2026-05-01');
    assert.equal(untilOf('2026-03-05', read('2026-08-15T12:00:00Z', false), half), '2026-03-01');
    // What comes after the range isn't asked for.
    assert.equal(untilOf('2026-08-14', read('2026-08-15T12:00:00Z', false), half), '2026-07-01');
  });
});

test('rows that haven’t happened are those after the day of the last read, wherever that is', () => {
  const at = read('2026-11-30T02:00:00Z');
  const instant = { name: 'at', type: 'TIMESTAMP WITH TIME ZONE' };
  assert.deepEqual(firstUnread(instant, at, { zone: 'America/New_York' }), {
    sql: `TIMESTAMP WITH TIME ZONE '2026-11-30 05:00:00Z'`,
    time: time('2026-11-30T05:00:00Z'),
  });
  // On the other side of the earth, it's November 30 already, and at noon of it December.
  assert.equal(firstUnread(day, at, {}).sql, `DATE '2026-12-01'`);
  assert.equal(firstUnread(day, read('2026-11-30T12:00:00Z'), {}).sql, `DATE '2026-12-02'`);
  const civil = { name: 'at', type: 'TIMESTAMP' };
  assert.equal(firstUnread(civil, at, { zone: 'America/New_York' }).sql, `TIMESTAMP '2026-12-01 00:00:00'`);
});
