import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonOf } from '../template/values.ts';
import { parseJson } from './json.ts';

test('numbers have the digits that were sent, however deep they are', () => {
  for (const text of [
    '{"a":1.00}',
    '{"a":{"b":[1.0,2,-0.50,1e400,1E+5,2.5e-07]}}',
    '[12345678901234567890,-12345678901234567890.123456789]',
    '[-0,-0.0,0]',
    '[{"__proto__":0.1234567890123456789}]',
    '1.10',
  ])
    assert.equal(jsonOf(parseJson(text)), text);
});
