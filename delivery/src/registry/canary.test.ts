import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUTH_BUILD, buildOf, SHELL_BUILD } from '../testing/builds.ts';
import { withCandidates } from '../testing/candidates.ts';
import { promoteUntried } from '../testing/promote-untried.ts';
import { canary, endCanary, haltCanary } from './canary.ts';
import { gc } from './gc.ts';
import { publish } from './publish.ts';
import { findBlock } from './revision.ts';
import { rollback, rollbackToSet } from './rollback.ts';

const by = 'anna';
const unknown = { name: 'mf-auth', version: '0.1.0-aaaaaaaaaaaa' };

test('a canary is a revision without moves, and changing its percentage keeps its visitors while changing its version does not', async (t) => {
  const { registry, auth, another, state } = await withCandidates(t);
  const [first, second] = [await another(AUTH_BUILD, '1'), await another(AUTH_BUILD, '2')];
  const started = await canary(registry, first, 10, { by: 'ben', why: 'carefully' });
  const { when, ...event } = started?.event ?? { when: '' };
  assert.ok(Date.parse(when));
  assert.deepEqual(event, {
    verb: 'canary',
    moves: [],
    canary: { ...first, percent: 10 },
    who: 'ben',
    why: 'carefully',
  });
  const { id, ...running } = (await state())['mf-auth']?.canary ?? { id: '' };
  assert.match(id, /^[0-9a-f]{16}$/);
  assert.deepEqual(running, { version: first.version, percent: 10 });
  assert.equal((await state())['mf-auth']?.current, auth.version);

  assert.equal(await canary(registry, first, 10, { by }), undefined);
  await canary(registry, first, 12.5, { by });
  assert.deepEqual((await state())['mf-auth']?.canary, { id, version: first.version, percent: 12.5 });
  await canary(registry, second, 12.5, { by });
  assert.notEqual((await state())['mf-auth']?.canary?.id, id);
});

test('ending a canary removes it from the state and records which one it was', async (t) => {
  const { registry, another, state } = await withCandidates(t);
  const next = await another(AUTH_BUILD, '1');
  const before = await state();
  assert.equal(await endCanary(registry, 'mf-auth', { by }), undefined);
  await canary(registry, next, 10, { by });
  const ended = await endCanary(registry, 'mf-auth', { by });
  assert.deepEqual([ended?.event.verb, ended?.event.canary], ['canary', { ...next, percent: null }]);
  assert.deepEqual(ended?.state, before);
});

test('a canary is refused with the reason', async (t) => {
  const { registry, auth, another } = await withCandidates(t);
  const none = { ...unknown, name: 'mf-none' };
  await assert.rejects(canary(registry, none, 10, { by }), { code: 'nothing_current' });
  await assert.rejects(canary(registry, auth, 10, { by }), { code: 'is_current' });
  await assert.rejects(canary(registry, unknown, 10, { by }), { code: 'unknown_version' });
  const next = await another(AUTH_BUILD, '1');
  for (const percent of [-1, 100.5, NaN])
    await assert.rejects(canary(registry, next, percent, { by }), { code: 'bad_option' });
  await gc(registry, { by, really: true, now: new Date(Date.now() + 31 * 86_400_000) });
  await assert.rejects(canary(registry, next, 10, { by }), { code: 'gone' });
});

test('a blocked version cannot be a canary until someone unblocks it and gives a reason', async (t) => {
  const { registry, another, state } = await withCandidates(t);
  const bad = await another(AUTH_BUILD, '1');
  await promoteUntried(registry, [bad]);
  await rollback(registry, 'mf-auth', { by, why: 'no button' });
  await assert.rejects(canary(registry, bad, 10, { by }), { code: 'blocked', message: /no button/ });
  await assert.rejects(canary(registry, bad, 10, { by, unblock: true }), { code: 'no_reason' });
  await canary(registry, bad, 10, { by, unblock: true, why: 'it was the API' });
  assert.equal(findBlock(await state(), 'mf-auth', bad.version), undefined);
  assert.equal((await state())['mf-auth']?.canary?.version, bad.version);
});

test('every shell that a visitor can get must support every remote that a visitor can get', async (t) => {
  const { registry, shell, sharing, another } = await withCandidates(t);
  const wider = await sharing(SHELL_BUILD, 'charts', '1.0.0');
  const needing = await sharing(AUTH_BUILD, 'charts', '^1.0.0', wider.version);
  const fault = `mf-auth@${needing.version} needs charts ^1.0.0, which shell@${shell.version} does not offer`;
  const advice = 'mf-auth has a canary. To end it: canary mf-auth --end';
  await canary(registry, wider, 10, { by });
  await assert.rejects(canary(registry, needing, 10, { by }), { code: 'incompatible', faults: [fault] });
  await promoteUntried(registry, [wider]);
  await canary(registry, needing, 10, { by });
  // The remote's canary needs this shell.
  await assert.rejects(rollback(registry, 'shell', { by }), {
    code: 'incompatible',
    faults: [fault, advice],
  });
  const other = await another(SHELL_BUILD, '1');
  await assert.rejects(canary(registry, other, 10, { by }), {
    code: 'incompatible',
    faults: [fault.replace(shell.version, other.version), advice],
  });
  await endCanary(registry, 'mf-auth', { by });
  assert.equal((await rollback(registry, 'shell', { by })).state['shell']?.current, shell.version);
});

test('a shell that a live remote cannot run in is refused as a canary', async (t) => {
  const { registry, sharing } = await withCandidates(t);
  const other = await sharing(SHELL_BUILD, 'ui', '0.2.0');
  await assert.rejects(canary(registry, other, 1, { by }), {
    code: 'incompatible',
    message: /needs ui \^0\.1\.0/,
  });
});

test('a remote that a shell canary does not support is refused when it is published', async (t) => {
  const { registry, sharing } = await withCandidates(t);
  const without = await sharing(SHELL_BUILD, 'charts', '2.0.0');
  await promoteUntried(registry, [await sharing(SHELL_BUILD, 'charts', '1.0.0')]);
  await canary(registry, without, 10, { by });
  const needs = { ...AUTH_BUILD.assets.shared, charts: '^1.0.0' };
  const build = await buildOf(t, { ...AUTH_BUILD, assets: { ...AUTH_BUILD.assets, shared: needs } });
  await assert.rejects(publish(registry, build, { by }), {
    code: 'incompatible',
    faults: [`mf-auth@${build.version} needs charts ^1.0.0, but shell@${without.version} offers 2.0.0`],
  });
  await endCanary(registry, 'shell', { by });
  assert.equal((await publish(registry, build, { by })).created, true);
});

test('a canary ends in the revision that makes it current, and other canaries stay', async (t) => {
  const { registry, another, state } = await withCandidates(t);
  const [first, second] = [await another(AUTH_BUILD, '1'), await another(AUTH_BUILD, '2')];
  await canary(registry, first, 10, { by });
  await promoteUntried(registry, [second]);
  assert.equal((await state())['mf-auth']?.canary?.version, first.version);
  await promoteUntried(registry, [first]);
  assert.equal((await state())['mf-auth']?.canary, undefined);

  await canary(registry, second, 10, { by });
  await rollback(registry, 'mf-auth', { by });
  assert.deepEqual((await state())['mf-auth'], {
    current: second.version,
    blocked: [{ version: first.version, why: null }],
  });
});

test('rolling back to a set ends canaries of the versions that it makes current', async (t) => {
  const { registry, auth, another } = await withCandidates(t);
  const next = await another(AUTH_BUILD, '1');
  await promoteUntried(registry, [next]);
  await canary(registry, auth, 10, { by });
  const back = await rollbackToSet(registry, 1, { by });
  assert.deepEqual(back?.state['mf-auth'], {
    current: auth.version,
    blocked: [{ version: next.version, why: null }],
  });
});

test('a halt sets exactly the given canary to no one, and only once', async (t) => {
  const { registry, another, state } = await withCandidates(t);
  const [first, second] = [await another(AUTH_BUILD, '1'), await another(AUTH_BUILD, '2')];
  const delivery = { by: 'delivery', why: '5 of 40 pages failed' };
  await canary(registry, first, 50, { by });
  const old = (await state())['mf-auth']?.canary?.id ?? '';
  await canary(registry, second, 50, { by });
  const { id = '' } = (await state())['mf-auth']?.canary ?? {};
  assert.equal(await haltCanary(registry, 'mf-auth', old, delivery), undefined);
  assert.equal(await haltCanary(registry, 'mf-data', id, delivery), undefined);

  const halts = await Promise.all([1, 2, 3].map(() => haltCanary(registry, 'mf-auth', id, delivery)));
  const [halted, ...others] = halts.filter((revision) => revision !== undefined);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [halted?.event.verb, halted?.event.who, halted?.event.why, halted?.event.canary],
    ['halt', 'delivery', delivery.why, { ...second, percent: 0 }],
  );
  assert.deepEqual((await state())['mf-auth']?.canary, { id, version: second.version, percent: 0 });
  await canary(registry, second, 5, { by });
  assert.equal((await state())['mf-auth']?.canary?.id, id);
});

test('a halt succeeds even if the registry is changed concurrently', async (t) => {
  const { registry, another, state } = await withCandidates(t);
  await canary(registry, await another(AUTH_BUILD, '1'), 50, { by });
  const { id = '' } = (await state())['mf-auth']?.canary ?? {};
  const targets = await Promise.all([1, 2, 3, 4].map((mark) => another(SHELL_BUILD, `${mark}`)));
  const promotes = targets.map((target) => promoteUntried(registry, [target]).catch(() => undefined));
  const [halted] = await Promise.all([haltCanary(registry, 'mf-auth', id, { by: 'delivery' }), ...promotes]);
  assert.equal(halted?.state['mf-auth']?.canary?.percent, 0);
  assert.equal((await state())['mf-auth']?.canary?.percent, 0);
});
