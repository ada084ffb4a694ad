import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { AUTH_BUILD, DATA_BUILD } from '../testing/builds.ts';
import { withCandidates } from '../testing/candidates.ts';
import { canary } from './canary.ts';
import { compositionId } from './composition-id.ts';
import { gc } from './gc.ts';
import type { NamedVersion } from './names.ts';
import { promote } from './promote.ts';
import { findRun, recordRun, type ComposedRun } from './runs.ts';

const by = 'anna';

const runOf = (set: NamedVersion[], candidate: NamedVersion, failed = 0): ComposedRun => ({
  composition: compositionId(set),
  set: set.map(({ name, version }) => `${name}@${version}`),
  reference: `${candidate.name}@${candidate.version}`,
  commit: null,
  when: '2026-03-01T10:00:00.000Z',
  passed: 12 - failed,
  failed,
  journeys: ['sign-in', 'data'],
  by,
});

async function withUntried(t: TestContext) {
  const all = await withCandidates(t);
  const { shell, auth, data } = all;
  const next = await all.another(AUTH_BUILD, '1');
  return { ...all, next, tried: [shell, next, data], live: [shell, auth, data] };
}

test('a run is found by version and composition, and a later one replaces it, even if its result is worse', async (t) => {
  const { registry, next, tried, live } = await withUntried(t);
  const composition = compositionId(tried);
  assert.equal(await findRun(registry, next, composition), undefined);
  await recordRun(registry, runOf(tried, next));
  assert.deepEqual(await findRun(registry, next, composition), runOf(tried, next));
  await recordRun(registry, runOf(tried, next, 3));
  assert.equal((await findRun(registry, next, composition))?.failed, 3);
  assert.equal(await findRun(registry, next, compositionId(live)), undefined);
  const folder = path.join(registry.folder, 'runs', `mf-auth@${next.version}`);
  assert.deepEqual(await readdir(folder), [`${composition}.json`]);
});

test('an inconsistent run is not recorded', async (t) => {
  const { registry, next, auth, tried } = await withUntried(t);
  const run = runOf(tried, next);
  const wrong: [Partial<ComposedRun>, string][] = [
    [{ composition: '000000000000' }, 'bad_run'],
    [{ composition: '../../../HEAD' }, 'bad_run'],
    [{ reference: `mf-auth@${auth.version}` }, 'bad_run'],
    [{ reference: '../mf-auth@1' }, 'bad_reference'],
    [{ passed: 0, failed: 0 }, 'bad_run'],
    [{ passed: -1 }, 'bad_run'],
  ];
  for (const [change, code] of wrong)
    await assert.rejects(recordRun(registry, { ...run, ...change }), { code }, JSON.stringify(change));
  assert.deepEqual((await readdir(registry.folder)).includes('runs'), false);
});

test('replacing a version requires a run of exactly what would be current, without failures', async (t) => {
  const { registry, next, auth, data, tried, live } = await withUntried(t);
  await assert.rejects(
    promote(registry, [next], { by, why: 'faster' }),
    (error: Error & { code: string }) => {
      assert.equal(error.code, 'untried');
      for (const part of [`npm run e2e -- --with mf-auth@${next.version}`, '--force --why <text>'])
        assert.ok(error.message.includes(part), error.message);
      return true;
    },
  );
  await recordRun(registry, runOf(live, auth));
  await recordRun(registry, runOf([next, data], next)); // another set
  await assert.rejects(promote(registry, [next], { by }), { code: 'untried' });
  await recordRun(registry, runOf(tried, next, 2));
  await assert.rejects(promote(registry, [next], { by }), {
    code: 'untried',
    message: /^2 of 12 journeys failed with mf-auth@/,
  });
  await recordRun(registry, runOf(tried, next));
  assert.equal((await promote(registry, [next], { by }))?.state['mf-auth']?.current, next.version);
});

test('one run of the resulting set is enough for several versions, and other canaries are not part of it', async (t) => {
  const { registry, next, shell, tried, another } = await withUntried(t);
  const data = await another(DATA_BUILD, '1');
  await recordRun(registry, runOf(tried, next));
  await assert.rejects(promote(registry, [next, data], { by }), { code: 'untried' });
  await recordRun(registry, runOf([shell, next, data], data));
  await canary(registry, await another(DATA_BUILD, '2'), 10, { by });
  await promote(registry, [next, data], { by });
});

test('--force promotes an untried version, with a reason', async (t) => {
  const { registry, next } = await withUntried(t);
  for (const why of [undefined, ' '])
    await assert.rejects(promote(registry, [next], { by, force: true, why }), { code: 'no_reason' });
  const taken = await promote(registry, [next], { by, force: true, why: 'the site is down' });
  assert.equal(taken?.event.why, 'the site is down');
});

test('gc leaves runs alone', async (t) => {
  const { registry, next, tried } = await withUntried(t);
  await recordRun(registry, runOf(tried, next));
  const now = new Date(Date.now() + 31 * 86_400_000);
  assert.equal((await gc(registry, { by, really: true, now })).length, 1);
  assert.equal((await findRun(registry, next, compositionId(tried)))?.passed, 12);
});
