import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose } from '../page/choice.ts';
import type { LiveRevision } from '../page/live-revision.ts';
import { aCanary, CANDIDATE, CURRENT, liveRevisionOf } from '../testing/live-revision-of.ts';
import { createCanaryWatch, type Halt } from './canary-watch.ts';

const ID = 'A'.repeat(22);
const HERE = '192.0.2.1';
const ELSEWHERE = '198.51.100.1';
const CANARY = `mf-data@${CANDIDATE}`;
const STABLE = `mf-data@${CURRENT}`;
const canaryAt = (percent: number, id?: string) =>
  liveRevisionOf({ 'mf-data': { current: CURRENT, canary: aCanary(percent, id) } });

async function watching(halt?: Halt) {
  const halts: string[] = [];
  const watch = createCanaryWatch(
    halt ?? (async (name, { id }, why) => void halts.push(`${name} ${id} ${why}`)),
  );
  const revision = await canaryAt(100);
  return {
    watch,
    revision,
    halts,
    /** Counts pages with the canary and pages without it. */
    pages(canary: number, stable: number, of: LiveRevision = revision, at = HERE) {
      for (let i = 0; i < canary; i += 1) watch.countPage(of, choose(of, { id: ID }).composition, at);
      for (let i = 0; i < stable; i += 1) watch.countPage(of, choose(of, {}).composition, at);
    },
    /** Reports failures of this many different pages. */
    async fail(reference: string, times: number, what = 'page', of: LiveRevision = revision, at = HERE) {
      for (let i = 0; i < times; i += 1)
        await watch.countFailure(of, reference, { page: `${what} ${i}`, address: at });
    },
  };
}

test('three failing pages of thirty halt a canary, and the reason says how many', async () => {
  const { halts, pages, fail } = await watching();
  pages(30, 200);
  await fail(CANARY, 2);
  assert.deepEqual(halts, []);
  await fail(CANARY, 3);
  assert.deepEqual(halts, [
    'mf-data 00112233445566aa 3 of 30 pages with it failed, 0 of 200 with the current version',
  ]);
});

test('a halted canary that is resumed is evaluated by what happens afterward', async () => {
  const { revision, halts, pages, fail } = await watching();
  pages(30, 200);
  await fail(CANARY, 3);
  assert.equal(halts.length, 1);
  pages(0, 1, await canaryAt(0));
  pages(30, 200, revision);
  await fail(CANARY, 2);
  assert.equal(halts.length, 1);
  await fail(CANARY, 3);
  assert.equal(halts.length, 2);
});

test('a canary with fewer than thirty pages is not halted, however many fail', async () => {
  const { halts, pages, fail } = await watching();
  pages(29, 200);
  await fail(CANARY, 29);
  assert.deepEqual(halts, []);
  pages(1, 0);
  await fail(CANARY, 1, 'another');
  assert.equal(halts.length, 1);
});

test('a canary is halted above twice the failure rate of the current version plus one percent', async () => {
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

test('repeated failures in one page count once', async () => {
  const { watch, revision, halts, pages } = await watching();
  pages(30, 30);
  for (let i = 0; i < 50; i += 1)
    await watch.countFailure(revision, CANARY, { page: 'one', address: `203.0.113.${i}` });
  assert.deepEqual(halts, []);
});

test('one network alone neither halts a canary that works for others nor excuses one that fails for them', async () => {
  const healthy = await watching();
  healthy.pages(30, 30);
  healthy.pages(20, 0, healthy.revision, ELSEWHERE);
  await healthy.fail(CANARY, 20, 'forged', healthy.revision, ELSEWHERE);
  assert.deepEqual(healthy.halts, []);
  await healthy.fail(CANARY, 1);
  assert.equal(healthy.halts.length, 1);

  const broken = await watching();
  broken.pages(30, 100);
  broken.pages(0, 500, broken.revision, ELSEWHERE);
  await broken.fail(STABLE, 500, 'forged', broken.revision, ELSEWHERE);
  await broken.fail(CANARY, 3);
  assert.equal(broken.halts.length, 1);
});

test('a halt that fails is tried again at the next failure, but not concurrently', async () => {
  let tries = 0;
  const { watch, revision, pages, fail } = await watching(async () => {
    tries += 1;
    if (tries === 1) throw new Error('the disk is full');
  });
  pages(30, 30);
  await fail(CANARY, 2);
  const failIn = (page: string) => watch.countFailure(revision, CANARY, { page, address: HERE });
  await assert.rejects(failIn('third'), /the disk is full/);
  const both = ['third', 'fourth'].map(failIn);
  await Promise.all(both);
  assert.equal(tries, 2);
});

test('versions that are neither the canary nor the current version are not counted', async () => {
  const { halts, pages, fail } = await watching();
  pages(30, 30);
  for (const reference of ['mf-data@0.1.0-000000000009', `mf-auth@${CANDIDATE}`, 'other@other'])
    await fail(reference, 10);
  assert.deepEqual(halts, []);
  const halted = await canaryAt(0);
  await fail(CANARY, 10, 'page', halted);
  assert.deepEqual(halts, []);
});

test('another canary or another current version restarts the count, and a larger percentage does not', async () => {
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
