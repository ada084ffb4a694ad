import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { AUTH_BUILD, buildOf, DATA_BUILD } from '../testing/builds.ts';
import { withCandidates } from '../testing/candidates.ts';
import { serving } from '../testing/delivered.ts';
import { blockOf } from '../testing/page-parts.ts';
import { promoteUntried } from '../testing/promote-untried.ts';
import { canary, endCanary } from './canary.ts';
import { createOverride } from './override.ts';
import { promote } from './promote.ts';
import { publish } from './publish.ts';
import { rollback, rollbackToSet } from './rollback.ts';
import { findBlock } from './revision.ts';
import { verify } from './verify.ts';
import { withdraw } from './withdraw.ts';

const by = 'anna';
const SEAS = '/w/:organizationId/seas';
const TIDES = '/w/:organizationId/tides';
const EBB = '/w/:organizationId/ebb';

/**
 * Returns a registry whose mf-seas has the paths SEAS and TIDES, and versions that move TIDES to mf-tides.
 * The marks make builds of the same name differ.
 */
async function withMove(t: TestContext) {
  const { registry, ...rest } = await withCandidates(t);
  const put = async (name: string, paths: string[], mark = '') => {
    const build = await buildOf(t, {
      ...DATA_BUILD,
      name,
      files: { ...DATA_BUILD.files, 'late.1.js': mark },
      areas: [{ group: 'workspace', mount: '/w/:organizationId', paths }],
      menu: [],
      routes: paths.map((path) => ({ path, chunks: [], requests: [] })),
    });
    const { record } = await publish(registry, build, { by });
    return { name, version: record.version };
  };
  const whole = await put('mf-seas', [SEAS, TIDES]);
  await promoteUntried(registry, [whole]);
  const left = await put('mf-seas', [SEAS]);
  const taker = await put('mf-tides', [TIDES]);
  const move = () => promoteUntried(registry, [left, taker]);
  const latest = async () => (await registry.latestRevision())!;
  const current = async (name: string) => (await latest()).state[name]?.current;
  return { ...rest, registry, put, whole, left, taker, move, latest, current };
}

const reference = ({ name, version }: { name: string; version: string }) => `${name}@${version}`;

test('an area moves in one revision, and until then pages have it from the remote that gives it up', async (t) => {
  const { registry, taker, left, move } = await withMove(t);
  const app = await serving(t, { registry: registry.folder });
  const owners = async () => {
    const { statusCode, body } = await app.inject('/w/org_1/tides');
    assert.equal(statusCode, 200);
    const remotes = Object.entries<{ areas: { paths: string[] }[] }>(blockOf(body).remotes);
    return remotes
      .filter(([, { areas }]) => areas.some(({ paths }) => paths.includes(TIDES)))
      .map(([name]) => name);
  };
  assert.deepEqual(await owners(), ['mf-seas']);
  const revision = await move();
  assert.deepEqual(
    revision?.event.moves.map(({ name, to }) => `${name}@${to}`),
    [reference(left), reference(taker)],
  );
  assert.deepEqual(await owners(), ['mf-tides']);
  assert.deepEqual((await verify(registry)).faults, []);
});

test('neither half of a move can be promoted without the other one, and the refusal names both', async (t) => {
  const { registry, whole, left, taker, latest } = await withMove(t);
  const before = await latest();
  await assert.rejects(promoteUntried(registry, [taker]), {
    code: 'incompatible',
    faults: [
      `mf-seas@${whole.version} has its area ${TIDES} where mf-tides@${taker.version} has ${TIDES}`,
      'To move an area, name versions of both remotes together: mf-seas@<version> mf-tides@<version>. ' +
        'Otherwise, give one of them another address, in headwater.areas of its package.json',
    ],
  });
  await assert.rejects(promote(registry, [left], { by, why: 'smaller' }), {
    code: 'incompatible',
    faults: [
      `${TIDES} of mf-seas@${whole.version} would belong to no remote`,
      'To move an area, promote the remote that takes it at the same time. To remove it: --force --why <text>',
    ],
  });
  await assert.rejects(promote(registry, [left], { by, force: true }), { code: 'no_reason' });
  assert.deepEqual(await latest(), before);
});

test('a path is removed by promoting with a reason', async (t) => {
  const { registry, left, current } = await withMove(t);
  await promote(registry, [left], { by, force: true, why: 'nobody needs tides' });
  assert.equal(await current('mf-seas'), left.version);
});

test('if one of several versions cannot be promoted, none is', async (t) => {
  const { registry, left, taker, latest } = await withMove(t);
  const before = await latest();
  const unknown = { ...taker, version: '0.1.0-aaaaaaaaaaaa' };
  await assert.rejects(promoteUntried(registry, [left, unknown]), {
    code: 'unknown_version',
    faults: [`${reference(unknown)} is not published`],
  });
  assert.deepEqual(await latest(), before);
});

test('a name can be promoted only once at a time', async (t) => {
  const { registry, whole, left, taker, latest } = await withMove(t);
  const before = await latest();
  const refused = { code: 'bad_reference', message: 'mf-seas is named more than once' };
  await assert.rejects(promoteUntried(registry, [left, taker, whole]), refused);
  await assert.rejects(promoteUntried(registry, [left, taker, left]), refused);
  assert.deepEqual(await latest(), before);
});

test('of two promotions that move the same area at the same time, one is refused', async (t) => {
  const { registry, put, left, taker, latest, current } = await withMove(t);
  const { n } = await latest();
  const other = await put('mf-other', [TIDES]);
  const results = await Promise.allSettled(
    [taker, other].map((one) => promoteUntried(registry, [left, one])),
  );
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  for (const result of results)
    if (result.status === 'rejected') assert.equal(result.reason.code, 'conflict');
  assert.equal((await latest()).n, n + 1);
  const live = await Promise.all(['mf-tides', 'mf-other'].map(current));
  assert.equal(live.filter((version) => version !== undefined).length, 1);
  await assert.rejects(promoteUntried(registry, live[0] ? [other] : [taker]), { code: 'incompatible' });
});

test('rolling back one half of a move is refused with the command for both, which works', async (t) => {
  const { registry, whole, left, taker, move, latest, current } = await withMove(t);
  const { n } = await latest();
  await move();
  const command = `rollback --set ${n} mf-seas mf-tides`;
  await assert.rejects(rollback(registry, 'mf-seas', { by }), {
    code: 'incompatible',
    faults: [
      `mf-seas@${whole.version} has its area ${TIDES} where mf-tides@${taker.version} has ${TIDES}`,
      `These must be rolled back with mf-seas: mf-tides. To roll back all of them to revision ${n}: ${command}`,
    ],
  });
  await assert.rejects(rollback(registry, 'mf-tides', { by }), {
    code: 'nothing_before',
    faults: [
      `There is no version of mf-tides before ${taker.version} that is not blocked`,
      `${TIDES}, which mf-seas had in revision ${n}, would belong to no remote`,
      `These must be rolled back with mf-tides: mf-seas. To roll back all of them to revision ${n}: ` +
        `rollback --set ${n} mf-tides mf-seas`,
    ],
  });
  const rolled = await rollbackToSet(registry, n, { by, why: 'no figures' }, ['mf-seas', 'mf-tides']);
  assert.deepEqual(rolled?.event.moves, [
    { name: 'mf-seas', from: left.version, to: whole.version },
    { name: 'mf-tides', from: taker.version, to: null },
  ]);
  assert.equal(await current('mf-tides'), undefined);
  for (const { name, version } of [left, taker])
    assert.equal(findBlock(rolled!.state, name, version)?.why, 'no figures');
  assert.deepEqual((await verify(registry)).faults, []);
  await promote(registry, [left, taker], { by, unblock: true, force: true, why: 'it was the API' });
  assert.equal(await current('mf-tides'), taker.version);
});

test('a whole revision is rolled back with the remote that it brought, and later releases of others stay', async (t) => {
  const { registry, whole, taker, move, another, put, latest, current } = await withMove(t);
  const { n } = await latest();
  await move();
  const later = await put('mf-tides', [TIDES, EBB], 'later');
  await promoteUntried(registry, [later]);
  const auth = await another(AUTH_BUILD, 'later');
  await promoteUntried(registry, [auth]);
  // mf-tides alone goes back to its first version, which has the area, too
  assert.equal((await rollback(registry, 'mf-tides', { by })).state['mf-tides']?.current, taker.version);
  await canary(registry, await put('mf-tides', [TIDES], 'trial'), 10, { by });
  const rolled = await rollbackToSet(registry, n, { by }, ['mf-seas', 'mf-tides']);
  assert.equal(rolled?.state['mf-tides']?.canary, undefined);
  assert.deepEqual(await Promise.all(['mf-seas', 'mf-tides', 'mf-auth'].map(current)), [
    whole.version,
    undefined,
    auth.version,
  ]);
});

test('rolling back to a set withdraws a remote that has an area of the set, and keeps other newcomers', async (t) => {
  const { registry, whole, taker, move, put, latest, current } = await withMove(t);
  const { n } = await latest();
  await move();
  const newcomer = await put('mf-ebb', [EBB]);
  await promoteUntried(registry, [newcomer]);
  const rolled = await rollbackToSet(registry, n, { by });
  assert.equal(rolled?.event.verb, 'rollback');
  assert.deepEqual(await Promise.all(['mf-seas', 'mf-tides', 'mf-ebb'].map(current)), [
    whole.version,
    undefined,
    newcomer.version,
  ]);
  assert.ok(findBlock(rolled.state, 'mf-tides', taker.version));
});

test('between two remotes that were both live before, an area moves and goes back only with both', async (t) => {
  const { registry, put, whole, left, latest, current } = await withMove(t);
  const small = await put('mf-other', [EBB]);
  await promoteUntried(registry, [small]);
  const { n } = await latest();
  const large = await put('mf-other', [EBB, TIDES]);
  await promoteUntried(registry, [left, large]);
  await assert.rejects(rollback(registry, 'mf-other', { by }), {
    code: 'incompatible',
    faults: [
      `${TIDES}, which mf-seas had in revision ${n}, would belong to no remote`,
      `These must be rolled back with mf-other: mf-seas. To roll back all of them to revision ${n}: ` +
        `rollback --set ${n} mf-other mf-seas`,
    ],
  });
  await rollbackToSet(registry, n, { by }, ['mf-other', 'mf-seas']);
  assert.deepEqual(await Promise.all(['mf-seas', 'mf-other'].map(current)), [whole.version, small.version]);
});

test('a version that added a path is rolled back alone, because the path is new', async (t) => {
  const { registry, put, whole, current } = await withMove(t);
  await promoteUntried(registry, [await put('mf-seas', [SEAS, TIDES, EBB])]);
  await rollback(registry, 'mf-seas', { by });
  assert.equal(await current('mf-seas'), whole.version);
});

test('a path that has been removed since does not keep another remote from going back', async (t) => {
  const { registry, put, left, current } = await withMove(t);
  const first = await put('mf-other', [EBB]);
  await promoteUntried(registry, [first]);
  await promoteUntried(registry, [await put('mf-other', [EBB], 'second')]);
  await promoteUntried(registry, [left]);
  await rollback(registry, 'mf-other', { by });
  assert.equal(await current('mf-other'), first.version);
});

test('only live remotes can be named with a set', async (t) => {
  const { registry, left, taker, move, latest } = await withMove(t);
  const { n } = await latest();
  await move();
  await assert.rejects(rollbackToSet(registry, n, { by }, ['mf-seas', 'mf-none']), {
    code: 'nothing_current',
    message: 'No version of mf-none is current',
  });
  await withdraw(registry, 'mf-tides', { by });
  assert.ok(await rollback(registry, 'mf-seas', { by }), 'what mf-tides had is free');
  await assert.rejects(rollbackToSet(registry, n + 1, { by }, [left.name]), { code: 'blocked' });
  await assert.rejects(rollbackToSet(registry, n + 1, { by }, [taker.name]), { code: 'nothing_current' });
});

test('a canary neither gives up nor takes an area, and an area does not move under a canary that has it', async (t) => {
  const { registry, put, whole, left, current } = await withMove(t);
  await assert.rejects(canary(registry, left, 10, { by }), {
    code: 'incompatible',
    faults: [
      `${TIDES} of mf-seas@${whole.version} would belong to no remote`,
      'A canary has every area of the current version. To try the move of an area: override, with versions of both remotes',
    ],
  });
  const small = await put('mf-tides', [EBB]);
  await promoteUntried(registry, [small]);
  const large = await put('mf-tides', [EBB, TIDES]);
  await assert.rejects(canary(registry, large, 10, { by }), {
    code: 'incompatible',
    message: /both remotes/,
  });

  await canary(registry, await put('mf-seas', [SEAS, TIDES], 'trial'), 10, { by });
  await assert.rejects(promoteUntried(registry, [left, large]), {
    code: 'incompatible',
    message: /mf-seas has a canary\. To end it: canary mf-seas --end/,
  });
  await endCanary(registry, 'mf-seas', { by });
  await promoteUntried(registry, [left, large]);
  assert.equal(await current('mf-seas'), left.version);
});

test('an override tries a move in one browser, with both remotes', async (t) => {
  const { registry, left, taker } = await withMove(t);
  const options = { by, aud: 'http://localhost', hours: 1 };
  await assert.rejects(createOverride(registry, [taker], options), {
    message: /name versions of both remotes together: mf-seas@<version> mf-tides@<version>/,
  });
  assert.ok((await createOverride(registry, [left, taker], options)).token);
});
