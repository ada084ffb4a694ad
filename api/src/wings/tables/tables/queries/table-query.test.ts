import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterOf, filterFits } from './table-query.ts';

const COLUMNS = [
  { name: 'id', type: 'BIGINT' },
  { name: 'at', type: 'DATE' },
].map((one) => ({ ...one, nullable: true, encoding: 'value' as const, sourceType: '' }));

test('whole numbers can be limited by any number, and be none of some', () => {
  const fits = (text: string) => filterFits(filterOf(text), COLUMNS as never);
  const good = ['id:greater:1.5', 'id:less_or_equal:-0.25', 'id:less:99999999999999999999', 'id:none_of:1,2'];
  for (const text of good) assert.equal(fits(text), true, text);
  for (const text of ['id:equals:1.5', 'id:greater:1e5', 'id:greater:x', 'at:greater:1.5'])
    assert.equal(fits(text), false, text);
});
