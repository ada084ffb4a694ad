import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRecentKeys } from './recent-keys.ts';

test('a key is new once in ten minutes', () => {
  let now = 0;
  const recent = createRecentKeys(() => now);
  assert.deepEqual([recent.isNew('a'), recent.isNew('a'), recent.isNew('b')], [true, false, true]);
  now = 599_999;
  assert.equal(recent.isNew('a'), false);
  now = 600_000;
  assert.deepEqual([recent.isNew('a'), recent.isNew('a')], [true, false]);
});

test('a flood is forgotten rather than kept, what is past before what is not', () => {
  let now = 0;
  const recent = createRecentKeys(() => now);
  const flood = (count: number) => {
    for (let i = 0; i < count; i += 1) recent.isNew(`${now} ${i}`);
  };
  flood(9_999);
  now = 600_000;
  assert.equal(recent.isNew('a'), true);
  flood(1);
  assert.equal(recent.isNew('a'), false);
  flood(10_001);
  assert.equal(recent.isNew('a'), true);
});
