import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose } from '../page/choice.ts';
import type { LiveRevision } from '../page/live-revision.ts';
import { aCanary, CANDIDATE, CURRENT, liveRevisionOf } from '../testing/live-revision-of.ts';
import { createCanaryWatch, type Halt } from './canary-watch.ts';

const ID = 'A'.repeat(22);
const CANARY = `mf-data@${CANDIDATE}`;
const STABLE = `mf-data@${CURRENT}`;
const canaryAt = (percent: number, id?: string) =>
  liveRevisionOf({ 'mf-data': { current: CURRENT, canary: aCanary(percent, id) } });

async function watching(halt?: Halt) {
  const halts: string[] = [];
  let now = 0;
  const watch = createCanaryWatch(
    halt ?? (async (name, { id }, why) => void halts.push(`${name} ${id} ${why}`)),
    () => now,
  );
  const revision = await canaryAt(100);
  return {
    watch,
    revision,
    halts,
    pass: (ms: number) => (now += ms),
    /** Pages with the canary, and without it. */
    pages(canary: number, stable: number, of: LiveRevision = revision) {
      for (let i = 0; i < canary; i += 1) watch.countPage(of, choose(of, { id: ID }).composition);
      for (let i = 0; i < stable; i += 1) watch.countPage(of, choose(of, {}).composition);
    },
    /** Failures of so many different visitors. */
    async fail(reference: string, times: number, who = 'visitor', of: LiveRevision = revision) {
      for (let i = 0; i < times; i += 1) await watch.countFailure(of, reference, `${who} ${i}`);
    },
  };
}

test('three failing pages of thirty end a canary, and the reason says how many', async () => {
  const { halts, pages, fail } = await watching();
  pages(30, 200);
  await fail(CANARY, 2);
  assert.deepEqual(halts, []);
  await fail(CANARY, 3);
  assert.deepEqual(halts, [
    'mf-data 00112233445566aa 3 of 30 pages with it failed, 0 of 200 with the current version',
  ]);
});

test('a canary that was halted and goes on is judged by what comes then', async () => {
  const { revision, halts, pages, fail, pass } = await watching();
  pages(30, 200);
  await fail(CANARY, 3);
  assert.equal(halts.length, 1);
  pages(0, 1, await canaryAt(0));
  pass(600_000);
  pages(30, 200, revision);
  await fail(CANARY, 2);
  assert.equal(halts.length, 1);
  await fail(CANARY, 3);
  assert.equal(halts.length, 2);
});

test('fewer than thirty pages are chance, however many fail', async () => {
  const { halts, pages, fail } = await watching();
  pages(29, 200);
  await fail(CANARY, 29);
  assert.deepEqual(halts, []);
  pages(1, 0);
  await fail(CANARY, 1, 'another');
  assert.equal(halts.length, 1);
});

test('it is held to more than twice the failures of what is current, and one in a hundred', async () => {
  const { halts, pages, fail } = await watching();
  pages(100, 100);
  await fail(STABLE, 5);
  await fail(CANARY, 11);
  assert.deepEqual(halts, []);
  await fail(CANARY, 1, 'another');
  assert.equal(halts.length, 1);
  const few = await watching();
  few.pages(300, 0);
  await few.fail(CANARY, 3);
  assert.deepEqual(few.halts, []);
  await few.fail(CANARY, 4);
  assert.equal(few.halts.length, 1);
});

test('what fails again and again for one visitor counts once in ten minutes', async () => {
  const { watch, revision, halts, pages, pass } = await watching();
  pages(30, 30);
  const again = () => watch.countFailure(revision, CANARY, 'visitor');
  for (let i = 0; i < 50; i += 1) await again();
  pass(599_999);
  await again();
  assert.deepEqual(halts, []);
  for (const ms of [1, 600_000]) {
    pass(ms);
    await again();
  }
  assert.equal(halts.length, 1);
});

test('a canary that cannot be halted is tried again at the next failure, and not twice at once', async () => {
  let tries = 0;
  const { watch, revision, pages, fail } = await watching(async () => {
    tries += 1;
    if (tries === 1) throw new Error('the disk is full');
  });
  pages(30, 30);
  await fail(CANARY, 2);
  await assert.rejects(watch.countFailure(revision, CANARY, 'third'), /the disk is full/);
  const both = ['third', 'fourth'].map((who) => watch.countFailure(revision, CANARY, who));
  await Promise.all(both);
  assert.equal(tries, 2);
});

test('versions that are neither canary nor what it is compared with count for nobody', async () => {
  const { halts, pages, fail } = await watching();
  pages(30, 30);
  for (const reference of ['mf-data@0.1.0-000000000009', `mf-auth@${CANDIDATE}`, 'other@other'])
    await fail(reference, 10);
  assert.deepEqual(halts, []);
  const halted = await canaryAt(0);
  await fail(CANARY, 10, 'visitor', halted);
  assert.deepEqual(halts, []);
});

test('another canary, and another version to compare it with, is counted anew; a larger percentage is not', async () => {
  const fresh = [
    await canaryAt(100, 'ffeeddccbbaa9988'),
    await liveRevisionOf({ 'mf-data': { current: '0.1.0-000000000003', canary: aCanary(100) } }),
  ];
  const failingFrom = async (later: LiveRevision) => {
    const { halts, pages, fail } = await watching();
    pages(30, 30);
    await fail(CANARY, 2);
    pages(1, 0, later);
    await fail(CANARY, 1, 'another', later);
    return halts.length;
  };
  for (const later of fresh) assert.equal(await failingFrom(later), 0);
  assert.equal(await failingFrom(await canaryAt(100)), 1);
  assert.equal(await failingFrom(await canaryAt(50)), 1);
});
