import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { aCanary, CANDIDATE, CURRENT, liveRevisionOf, recordOf } from '../testing/live-revision-of.ts';
import { choose, chooseOverridden, type Visitor } from './choice.ts';
import { liveBuild } from './live-build.ts';
import type { LiveRevision } from './live-revision.ts';

const OTHER_ID = 'ffeeddccbbaa9988';
/** The same thousand visitors in each test run. */
const VISITORS = Array.from({ length: 1000 }, (_, i) =>
  createHash('sha256').update(`${i}`).digest('base64url').slice(0, 22),
);

const withCanary = (percent: number) =>
  liveRevisionOf({ 'mf-data': { current: CURRENT, canary: aCanary(percent) } });
const withTwo = (percent: number) =>
  liveRevisionOf({
    'mf-data': { current: CURRENT, canary: aCanary(percent) },
    'mf-auth': { current: CURRENT, canary: aCanary(percent, OTHER_ID) },
  });
const namesOf = (revision: LiveRevision, visitor: Visitor) => [...choose(revision, visitor).canaries].sort();
const chosenOf = (revision: LiveRevision, visitor: Visitor) =>
  choose(revision, visitor)
    .composition.remotes.map(({ reference }) => reference)
    .join(' ');
const drawn = (revision: LiveRevision, name = 'mf-data') =>
  new Set(VISITORS.filter((id) => namesOf(revision, { id }).includes(name)));

test('a canary of 10 % gets 10 % of a thousand visitors, and none of them flips in twenty loads', async () => {
  const revision = await withCanary(10);
  const first = drawn(revision);
  assert.ok(Math.abs(first.size / VISITORS.length - 0.1) <= 0.03, `${first.size}`);
  for (let load = 0; load < 20; load += 1) assert.deepEqual(drawn(await withCanary(10)), first);
});

test('raising the share from 10 to 50 % only adds visitors, 0 % is no one, and 100 % is everyone', async () => {
  const [ten, fifty] = [drawn(await withCanary(10)), drawn(await withCanary(50))];
  assert.ok([...ten].every((id) => fifty.has(id)));
  assert.ok(Math.abs(fifty.size / VISITORS.length - 0.5) <= 0.05, `${fifty.size}`);
  assert.equal(drawn(await withCanary(0)).size, 0);
  assert.equal(drawn(await withCanary(100)).size, VISITORS.length);
});

test('canaries of two remotes are drawn independently, and each combination is a separate composition', async () => {
  const revision = await withTwo(50);
  const [data, auth] = [drawn(revision), drawn(revision, 'mf-auth')];
  const both = [...data].filter((id) => auth.has(id)).length;
  assert.ok(Math.abs(both / VISITORS.length - 0.25) <= 0.05, `${both}`);
  assert.deepEqual(drawn(await withCanary(50)), data);
  const compositions = new Set(VISITORS.map((id) => choose(revision, { id }).composition));
  assert.equal(compositions.size, 4);
  assert.equal(new Set([...compositions].map(({ id }) => id)).size, 4);
});

test('visitors without a cookie get the current versions, and so does everyone if the key is unknown', async () => {
  const revision = await withCanary(100);
  assert.deepEqual(namesOf(revision, {}), []);
  const remotes = { 'mf-data': { current: CURRENT, canary: aCanary(100) } };
  const keyless = await liveRevisionOf(remotes, { hasKey: false });
  assert.deepEqual(namesOf(keyless, { id: VISITORS[0] }), []);
});

test('a canary that has just failed is avoided, and only that one', async () => {
  const revision = await withTwo(100);
  const avoiding = (avoid: string) => choose(revision, { id: VISITORS[0], avoid });
  const { composition, canaries } = avoiding(`mf-data@${CANDIDATE}`);
  assert.deepEqual([...canaries], ['mf-auth']);
  assert.equal(composition.remotes.find(({ record }) => record.name === 'mf-data')?.record.version, CURRENT);
  // Current versions can't be avoided.
  for (const avoid of [`mf-data@${CURRENT}`, 'mf-data@0.1.0-000000000009', `mf-other@${CANDIDATE}`])
    assert.equal(avoiding(avoid).canaries.size, 2, avoid);
});

test('a canary that is blocked, unpublished, or current is not used, and the first two are reported', async () => {
  const blocked = [{ version: CANDIDATE, why: 'it fails' }];
  const canary = aCanary(100);
  const faults: string[] = [];
  const revisions = [
    await liveRevisionOf({ 'mf-data': { current: CURRENT, canary, blocked } }, { faults }),
    await liveRevisionOf(
      { 'mf-data': { current: CURRENT, canary } },
      { missing: [`mf-data@${CANDIDATE}`], faults },
    ),
  ];
  for (const revision of revisions)
    assert.equal(chosenOf(revision, { id: VISITORS[0] }), `mf-data@${CURRENT}`);
  assert.deepEqual(
    faults.map((fault) => fault.split(': ')[1]),
    ['is blocked', 'is not published'],
  );
  const current = await liveRevisionOf({ 'mf-data': { current: CANDIDATE, canary } }, { faults });
  assert.deepEqual([namesOf(current, { id: VISITORS[0] }), faults.length], [[], 2]);
});

test('a revision whose current version is blocked or unpublished is refused', async () => {
  const blocked = [{ version: CURRENT, why: null }];
  await assert.rejects(liveRevisionOf({ 'mf-data': { current: CURRENT, blocked } }), /is blocked/);
  const missing = [`mf-data@${CURRENT}`];
  await assert.rejects(liveRevisionOf({ 'mf-data': { current: CURRENT } }, { missing }), /is not published/);
});

test('an override replaces only the versions that it names, also for a remote that is not live yet', async () => {
  const revision = await withCanary(100);
  const builds = [`mf-auth@${CANDIDATE}`, `shell@${CANDIDATE}`].map((of) => liveBuild(recordOf(of)));
  const { composition, canaries } = chooseOverridden(revision, builds);
  assert.equal(composition.shell.record.version, CANDIDATE);
  const remotes = composition.remotes.map(({ reference }) => reference);
  assert.deepEqual(remotes, [`mf-auth@${CANDIDATE}`, `mf-data@${CURRENT}`]);
  assert.equal(canaries.size, 0);
});
