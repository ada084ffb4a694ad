import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryProcessLost, QueryTimeout, QueryTooLarge } from '@headwater/warehouse';
import { Refusal } from '@headwater/base/refusals/refusal';
import { sqlRefusalOf } from './sql-refusal.ts';

test('a statement whose process ended says what to do, whatever ended it', () => {
  const codeOf = (error: Error) => {
    const refusal = sqlRefusalOf(error, 'select 1', 60);
    assert.ok(refusal instanceof Refusal);
    return refusal.faults[0]?.code;
  };
  assert.equal(codeOf(new QueryTimeout('')), 'sql_timed_out');
  assert.equal(codeOf(new QueryTooLarge('')), 'sql_too_large');
  assert.equal(codeOf(new QueryProcessLost('')), 'installation_busy');
});
