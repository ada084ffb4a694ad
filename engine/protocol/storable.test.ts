import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromStored, storable, storableText, storedJson } from './storable.ts';

const texts = [
  'plain',
  'a\0b',
  '\ud83d',
  '\udc00x',
  'a\\u0000b',
  '\\',
  '\\\0',
  '\uf8fa',
  '\uf8fa0000',
  '🦆',
  '"\n',
];

test('what a connector gets back is as it was, and can be stored', () => {
  for (const text of texts) {
    const value = { [text]: [text], text: { text } };
    const stored = storedJson(value);
    assert.doesNotMatch(stored.replaceAll('\\\\', ''), /\\u0000|\\ud[89a-f]/, text);
    assert.deepEqual(fromStored(JSON.parse(stored)), value);
  }
  assert.deepEqual(fromStored(JSON.parse(storedJson(texts))), texts);
});

test('what is shown is without what can’t be stored, and otherwise as it was', () => {
  assert.deepEqual(
    texts.map((text) => storable({ text }).text),
    ['plain', 'ab', '\ufffd', '\ufffdx', 'a\\u0000b', '\\', '\\', '\uf8fa', '\uf8fa0000', '🦆', '"\n'],
  );
  assert.deepEqual(
    texts.map(storableText),
    texts.map((text) => storable({ text }).text),
  );
  const value = { nothing: undefined, at: 1 };
  assert.equal(storable(value), value);
});
