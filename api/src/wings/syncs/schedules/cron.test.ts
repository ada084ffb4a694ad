import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '@headwater/base/refusals/refusal';
import { readCron } from './cron.ts';

describe('an expression', () => {
  for (const [text, fields] of [
    ['*/15 * * * *', { minutes: [0, 15, 30, 45] }],
    ['30 2 29 * *', { minutes: [30], hours: [2], days: [29] }],
    ['0 6 * jan,Mar mon-fri', { months: [1, 3], weekdays: [1, 2, 3, 4, 5] }],
    ['0 0 * * 7', { weekdays: [0] }],
    ['0 0 * * 5-7', { weekdays: [0, 5, 6] }],
    ['0 22-2/2 * * FRI-MON', { hours: [0, 2, 22], weekdays: [0, 1, 5, 6] }],
    ['  5   4  *  *  ? ', { minutes: [5], hours: [4], weekdays: null }],
  ] as const) {
    test(`"${text}" is read`, () => {
      const read: object = readCron(text).fields;
      for (const [name, values] of Object.entries(fields))
        assert.deepEqual(read[name as keyof typeof read], values, name);
      assert.equal(readCron(text).isRewritten, false);
    });
  }

  for (const [text, rewritten] of [
    ['0 30 2 29 * ?', '30 2 29 * *'],
    ['0 0/15 8-18 ? * MON-FRI *', '0/15 8-18 * * MON-FRI'],
    ['0 0 12 ? * 2-6', '0 12 * * 1-5'],
    ['15 0 12 * * 1/2', '0 12 * * 0/2'],
  ] as const) {
    test(`"${text}" of Quartz is rewritten`, () => {
      const { expression, isRewritten } = readCron(text);
      assert.deepEqual({ expression, isRewritten }, { expression: rewritten, isRewritten: true });
      assert.deepEqual(readCron(rewritten).fields, readCron(text).fields);
    });
  }

  for (const [text, code, values] of [
    ['', 'cron_field_count', { count: 0 }],
    ['* * * *', 'cron_field_count', { count: 4 }],
    ['30 25 * * 1-5', 'cron_value', { field: 'hour', value: '25', min: 0, max: 23 }],
    ['60 * * * *', 'cron_value', { field: 'minute', value: '60', min: 0, max: 59 }],
    ['0 0 0 * *', 'cron_value', { field: 'day', value: '0', min: 1, max: 31 }],
    ['0 0 * FOO *', 'cron_unreadable', { field: 'month', value: 'FOO' }],
    ['0 0 1-2-3 * *', 'cron_unreadable', { field: 'day', value: '1-2-3' }],
    ['*/0 * * * *', 'cron_unreadable', { field: 'minute', value: '*/0' }],
    ['1,,2 * * * *', 'cron_unreadable', { field: 'minute', value: '' }],
    ['0 0 L * *', 'cron_quartz_only', { field: 'day', value: 'L' }],
    ['0 0 12 ? * 6#3', 'cron_quartz_only', { field: 'weekday', value: '6#3' }],
    ['0 0 12 ? * 0', 'cron_value', { field: 'weekday', value: '0', min: 1, max: 7 }],
    ['*/10 * * * * ?', 'cron_seconds', { value: '*/10' }],
    ['0 0 12 1 1 ? 2027', 'cron_year', { value: '2027' }],
  ] as const) {
    test(`"${text}" is refused: ${code}`, () => {
      assert.throws(
        () => readCron(text),
        (error: unknown) => {
          assert.ok(error instanceof Refusal);
          assert.deepEqual(error.faults, [{ code, pointer: '/data/attributes/cron/expression', values }]);
          return true;
        },
      );
    });
  }
});
