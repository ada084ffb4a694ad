import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonOf } from './template/values.ts';
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

test('numbers that stand where none may, or are written as none may be, are refused', () => {
  for (const text of [
    '{1.5:2}',
    '[01.5]',
    '[1.5.5]',
    '[1.5 2.5]',
    '[1.]',
    '["a"1.5]',
    '[+1.5]',
    '{NaN:1}',
    '[NaNs, 1.5]',
  ])
    assert.throws(() => parseJson(text), SyntaxError, text);
});

test('texts stay as they are beside numbers that are kept digit by digit', () => {
  const text = String.raw`{"1.50":["1.50","\"1.50","NaN","\\",1.50],"\u007f":"\u007f1.50"}`;
  const parsed = parseJson(text) as Record<string, unknown>;
  assert.deepEqual(Object.keys(parsed), ['1.50', '\x7f']);
  assert.deepEqual((parsed['1.50'] as unknown[]).slice(0, 4), ['1.50', '"1.50', 'NaN', '\\']);
  assert.equal(parsed['\x7f'], '\x7f1.50');
});

test('a text of many megabytes is no reason to take it for something else than JSON', () => {
  const escaped = '\\"'.repeat(12_000_000);
  const [number, text] = parseJson(`[1.5,"${escaped}"]`) as [unknown, string];
  assert.deepEqual([String(number), text.length], ['1.5', 12_000_000]);
});

test('a text without an end is read once, not once for each quote in it', () => {
  assert.throws(() => parseJson(`[1.5,"${'\\"'.repeat(2_000_000)}`), SyntaxError);
  assert.throws(() => parseJson(`[1.5,"${'\\'.repeat(4_000_001)}"]`), SyntaxError);
});
