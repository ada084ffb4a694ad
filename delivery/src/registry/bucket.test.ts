import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { isInCanary } from './bucket.ts';

const key = Buffer.alloc(32, 7);
const version = '0.1.0-3f9a52c1d07e';
/** The same thousand visitors in each test run. */
const visitors = Array.from({ length: 1000 }, (_, i) => Buffer.from(`visitor ${i}`).toString('base64url'));
const chosen = (percent: number, id = '00112233445566aa', by = key) =>
  visitors.filter((visitor) => isInCanary(by, { id, version, percent }, visitor));

test('a canary of 10 % gets about a hundred of a thousand visitors, and the same ones each time', () => {
  const first = chosen(10);
  assert.ok(Math.abs(first.length - 100) <= 30, `${first.length}`);
  for (let load = 0; load < 20; load += 1) assert.deepEqual(chosen(10), first);
});

test('0 % is no one, 100 % is everyone, and raising the percentage only adds visitors', () => {
  assert.equal(chosen(0).length, 0);
  assert.equal(chosen(100).length, visitors.length);
  let before = new Set<string>();
  for (const percent of [1, 10, 25, 50, 99]) {
    const now = new Set(chosen(percent));
    assert.ok(now.size > before.size && [...before].every((visitor) => now.has(visitor)), `${percent} %`);
    before = now;
  }
});

test('another canary or another installation draws different visitors', () => {
  const first = new Set(chosen(10));
  for (const others of [chosen(10, 'ffeeddccbbaa9988'), chosen(10, undefined, randomBytes(32))]) {
    const both = others.filter((visitor) => first.has(visitor)).length;
    assert.ok(both < 40, `${both} of ${others.length} are in both`);
  }
});
