import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { blockOf, urlsOf } from '../testing/page-parts.ts';
import { beforeAreas } from '../testing/before-areas.ts';
import {
  AUTH_BUILD,
  buildOf,
  DATA_BUILD,
  SHELL_BUILD,
  temporaryRegistry,
  type BuildOf,
} from '../testing/builds.ts';
import { withCandidates } from '../testing/candidates.ts';
import { serving } from '../testing/delivered.ts';
import { promoteUntried } from '../testing/promote-untried.ts';
import { canary } from './canary.ts';
import { createOverride } from './override.ts';
import { promote } from './promote.ts';
import { publish } from './publish.ts';
import { rollback, rollbackToSet } from './rollback.ts';
import { verify } from './verify.ts';

const by = 'anna';
const DATA = '/w/:organizationId/data';

/** Builds a remote at a path of a workspace, without any run of the journeys. */
const tides = (t: TestContext, mount: string, name = 'mf-tides') =>
  buildOf(t, {
    ...DATA_BUILD,
    name,
    areas: [{ group: 'workspace', mount }],
    menu: [],
    routes: [{ path: mount, chunks: [], requests: [] }],
  });

for (const mount of [DATA, `${DATA}/tides`])
  test(`promote refuses ${mount} next to a live ${DATA}, with its owner and what to do`, async (t) => {
    const { registry, data } = await withCandidates(t);
    const build = await tides(t, mount);
    await publish(registry, build, { by });
    await assert.rejects(promoteUntried(registry, [build]), {
      code: 'incompatible',
      faults: [
        `mf-data@${data.version} has its area ${DATA} where mf-tides@${build.version} has ${mount}`,
        'To move an area, name versions of both remotes together: mf-data@<version> mf-tides@<version>. ' +
          'Otherwise, give one of them another address, in headwater.areas of its package.json',
      ],
    });
  });

test('an area around another one is refused, and so is one at a path of the shell', async (t) => {
  const { registry } = await withCandidates(t);
  const deep = await tides(t, '/w/:organizationId/seas/tides', 'mf-deep');
  const around = await tides(t, '/w/:organizationId/seas');
  for (const build of [deep, around]) await publish(registry, build, { by });
  await promoteUntried(registry, [deep]);
  await assert.rejects(promoteUntried(registry, [around]), { message: /mf-deep@\S+ has its area/ });
  const shell = await buildOf(t, {
    ...SHELL_BUILD,
    routes: [{ path: '/w/:organizationId/tides', chunks: [], requests: [] }],
  });
  await publish(registry, shell, { by });
  await promoteUntried(registry, [shell]);
  await assert.rejects(publish(registry, await tides(t, '/w/:organizationId/tides'), { by }), {
    message: /mf-tides@\S+ has \/w\/:organizationId\/tides in an area, which is an address of the shell/,
  });
});

test('of two remotes published for one path, only one can become live by promote, canary, or override', async (t) => {
  const { registry, data } = await withCandidates(t);
  const one = await tides(t, '/w/:organizationId/tides', 'mf-one');
  const other = await tides(t, '/w/:organizationId/tides', 'mf-other');
  const elsewhere = await tides(t, '/w/:organizationId/ebb', 'mf-other');
  for (const build of [one, other, elsewhere]) await publish(registry, build, { by });
  const refused = { code: 'incompatible', message: /mf-o\w+@\S+ has its area .* where mf-o\w+@/ };
  await assert.rejects(promoteUntried(registry, [one, other]), refused);
  await promoteUntried(registry, [one, elsewhere]);
  await assert.rejects(promoteUntried(registry, [other]), refused);
  await assert.rejects(canary(registry, other, 10, { by }), refused);
  await assert.rejects(createOverride(registry, [other], { by, aud: 'http://localhost', hours: 1 }), refused);
  assert.equal((await registry.latestRevision())?.state['mf-data']?.current, data.version);
});

test('no area may overlap with those of a canary', async (t) => {
  const { registry } = await withCandidates(t);
  const wider = await buildOf(t, {
    ...AUTH_BUILD,
    areas: [{ group: 'public', audience: 'everyone', mount: '/', paths: ['/login', '/signup', '/imprint'] }],
  });
  await publish(registry, wider, { by });
  await canary(registry, wider, 10, { by });
  const imprint = await buildOf(t, {
    ...AUTH_BUILD,
    name: 'mf-imprint',
    areas: [{ group: 'public', audience: 'everyone', mount: '/imprint' }],
    routes: [],
  });
  await publish(registry, imprint, { by });
  await assert.rejects(promoteUntried(registry, [imprint]), {
    message: /mf-auth@\S+ has its area \/imprint where [^]*mf-auth has a canary/,
  });
});

test('a name that no longer exists is refused when its version would become live', async (t) => {
  const { registry } = await withCandidates(t);
  const build = await buildOf(t, { ...DATA_BUILD, files: { ...DATA_BUILD.files, 'late.1.js': 'x' } });
  const menu = build.menu!.map((entry) => ({ ...entry, permission: 'data:see', icon: 'wave' }));
  await publish(registry, { ...build, menu }, { by });
  const refused = {
    code: 'incompatible',
    message: new RegExp(`^mf-data: its entry ${DATA} .* "wave"[^]*"data:see", which doesn't exist`),
  };
  await assert.rejects(promoteUntried(registry, [build]), refused);
  await assert.rejects(canary(registry, build, 10, { by }), refused);
});

/** Returns an installation as the version before areas left it. */
async function olderInstallation(t: TestContext) {
  const registry = await temporaryRegistry(t);
  const before = async (of: BuildOf) => beforeAreas(await buildOf(t, of));
  const [shell, auth, data] = [await before(SHELL_BUILD), await before(AUTH_BUILD), await before(DATA_BUILD)];
  for (const build of [shell, auth, data]) await publish(registry, build, { by });
  await promote(registry, [shell, auth, data], { by });
  const upgrade = async () => {
    const now = await Promise.all([SHELL_BUILD, AUTH_BUILD, DATA_BUILD].map((of) => buildOf(t, of)));
    for (const build of now) await publish(registry, build, { by, shell: now[0]!.version });
    await promoteUntried(registry, now);
    return now;
  };
  return { registry, shell, auth, data, upgrade };
}

test('versions published before areas existed are intact and served as before', async (t) => {
  const { registry } = await olderInstallation(t);
  assert.deepEqual((await verify(registry)).faults, []);
  const app = await serving(t, { registry: registry.folder });
  const { statusCode, body } = await app.inject('/login');
  assert.equal(statusCode, 200);
  assert.ok(urlsOf(body, 'async').some((url) => url?.endsWith('login.1.js')));
  assert.deepEqual(blockOf(body).remotes['mf-data'].areas, []);
});

test('versions from before areas existed are replaced all at once, and rolled back all at once', async (t) => {
  const { registry, shell, auth, data, upgrade } = await olderInstallation(t);
  await upgrade();
  assert.deepEqual((await verify(registry)).faults, []);
  await assert.rejects(rollback(registry, 'mf-data', { by }), {
    code: 'incompatible',
    message: new RegExp(`mf-data@${data.version} was built before remotes said where they are mounted`),
  });
  await rollbackToSet(registry, 1, { by });
  const { state } = (await registry.latestRevision())!;
  assert.deepEqual(
    ['shell', 'mf-auth', 'mf-data'].map((name) => state[name]?.current),
    [shell.version, auth.version, data.version],
  );
});

test('a shell that mounts declared areas can only be promoted with remotes that declare them', async (t) => {
  const { registry, upgrade } = await olderInstallation(t);
  const shell = await buildOf(t, SHELL_BUILD);
  await publish(registry, shell, { by });
  await assert.rejects(promoteUntried(registry, [shell]), {
    message: /mf-auth@\S+ was built before .* Build and publish it again/,
  });
  await upgrade();
});
