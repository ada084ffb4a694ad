import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUTH_BUILD, DATA_BUILD } from '../testing/builds.ts';
import { withCandidates } from '../testing/candidates.ts';
import { serving } from '../testing/delivered.ts';
import { blockOf } from '../testing/page-parts.ts';
import { promoteUntried } from '../testing/promote-untried.ts';
import { canary, endCanary } from './canary.ts';
import { gc } from './gc.ts';
import { createOverride } from './override.ts';
import { promote } from './promote.ts';
import { rollback, rollbackToSet } from './rollback.ts';
import { verify } from './verify.ts';
import { withdraw } from './withdraw.ts';

const by = 'anna';
const why = 'not yet';

test('a withdrawn remote is on no page anymore, with neither its path nor its menu entry', async (t) => {
  const { registry } = await withCandidates(t);
  const app = await serving(t, { registry: registry.folder });
  assert.equal((await app.inject('/w/org_1/data')).statusCode, 200);
  await withdraw(registry, 'mf-data', { by, why });
  const { statusCode, body } = await app.inject('/w/org_1/data');
  assert.equal(statusCode, 404);
  assert.deepEqual(Object.keys(blockOf(body).remotes), ['mf-auth']);
  assert.equal((await app.inject('/login')).statusCode, 200);
  assert.deepEqual((await verify(registry)).faults, []);
});

test('withdrawing records who, why, and which version, and blocks that version', async (t) => {
  const { registry, data } = await withCandidates(t);
  const { event, state } = await withdraw(registry, 'mf-data', { by, why });
  assert.deepEqual(
    [event.verb, event.who, event.why, event.moves],
    ['withdraw', by, why, [{ name: 'mf-data', from: data.version, to: null }]],
  );
  assert.deepEqual(state['mf-data'], { blocked: [{ version: data.version, why }] });
});

test('a withdrawn remote returns with a reason, or in another version without a recorded run', async (t) => {
  const { registry, data, another } = await withCandidates(t);
  const next = await another(DATA_BUILD, 'next');
  await withdraw(registry, 'mf-data', { by });
  await assert.rejects(promote(registry, [data], { by }), { code: 'blocked' });
  assert.ok(await promote(registry, [next], { by }));
  await withdraw(registry, 'mf-data', { by });
  assert.ok(await promote(registry, [data], { by, unblock: true, why: 'it was the API' }));
});

test('everything else works without a withdrawn remote', async (t) => {
  const { registry, another } = await withCandidates(t);
  const next = await another(AUTH_BUILD, 'next');
  const trial = await another(DATA_BUILD, 'trial');
  await canary(registry, trial, 10, { by });
  const before = await registry.latestRevision();
  await withdraw(registry, 'mf-data', { by });
  assert.equal(await endCanary(registry, 'mf-data', { by }), undefined);
  await assert.rejects(canary(registry, trial, 10, { by }), { code: 'nothing_current' });
  await createOverride(registry, [next], { by, aud: 'http://localhost', hours: 1 });
  await promoteUntried(registry, [next]);
  await rollback(registry, 'mf-auth', { by });
  await gc(registry, { really: true, by });
  assert.equal(await rollbackToSet(registry, before!.n, { by }), undefined);
  assert.equal((await registry.latestRevision())?.state['mf-data']?.current, undefined);
  assert.deepEqual((await verify(registry)).faults, []);
});

test('rolling back a first version is refused with advice to withdraw it', async (t) => {
  const { registry } = await withCandidates(t);
  await assert.rejects(rollback(registry, 'mf-data', { by }), {
    code: 'nothing_before',
    message: /no version of mf-data before .*\n.*: withdraw mf-data$/,
  });
});

test('neither the shell nor a remote that is not live can be withdrawn', async (t) => {
  const { registry } = await withCandidates(t);
  await assert.rejects(withdraw(registry, 'shell', { by }), { code: 'bad_reference' });
  await assert.rejects(withdraw(registry, 'mf-none', { by }), { code: 'nothing_current' });
  await withdraw(registry, 'mf-data', { by });
  await assert.rejects(withdraw(registry, 'mf-data', { by }), { code: 'nothing_current' });
});
