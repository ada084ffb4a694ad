import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUTH_BUILD, buildOf, DATA_BUILD, SHELL_BUILD, type BuildOf } from '../testing/builds.ts';

const DATA = '/w/:organizationId/data';
const area = (group: string, mount: string, paths?: string[]) => ({ group, mount, paths });
const audience = (group: string, audience: string | undefined, mount: string) => ({
  areas: [{ group, audience, mount }],
  menu: [],
  ...routes(mount),
});
const [ENTRY] = DATA_BUILD.menu!;
const entry = (change: object) => ({ menu: [{ ...ENTRY!, ...change }] });
const texts = (area: Record<string, string>) => ({ assets: { ...DATA_BUILD.assets, texts: { area } } });
const routes = (...paths: string[]) => ({
  routes: paths.map((path) => ({ path, chunks: [], requests: [] })),
});

const faulty: [string, Partial<BuildOf>, string][] = [
  [
    'no area',
    { areas: undefined },
    "mf-data: its package.json doesn't say where it is mounted; add headwater.areas",
  ],
  [
    'a group that does not exist',
    { areas: [area('work', DATA)] },
    `mf-data: the group "work" of its area ${DATA}`,
  ],
  [
    'a workspace by another name',
    { areas: [area('workspace', '/w/:id/data')] },
    '"/w/:id/data" can\'t be an address',
  ],
  [
    'a workspace itself',
    { areas: [area('workspace', '/w/:organizationId')] },
    'It is like /w/:organizationId/forecasts',
  ],
  [
    'an address of the API',
    { areas: [area('public', '/api/x')] },
    '/api belongs to the server or to another group',
  ],
  [
    'a public area within the superuser’s',
    { areas: [area('public', '/superuser/x')] },
    '/superuser belongs to the server',
  ],
  [
    'a page outside of a workspace without an audience',
    audience('standalone', undefined, '/imprint'),
    `its area /imprint of the group standalone doesn't say who it is for; add "audience", there are everyone,`,
  ],
  [
    'an audience that does not exist',
    audience('public', 'anybody', '/imprint'),
    'its area /imprint of the group public is for "anybody", which doesn\'t exist; there are everyone, signed-in',
  ],
  [
    'an audience within a workspace',
    audience('workspace', 'everyone', DATA),
    `its area ${DATA} of the group workspace names an audience, but that group is for the same people everywhere`,
  ],
  [
    'an area outside of its mount',
    { areas: [area('workspace', DATA, [DATA, '/w/:organizationId/x'])] },
    "isn't below",
  ],
  ['overlapping areas', { areas: [area('workspace', DATA), area('workspace', `${DATA}/x`)] }, 'overlap'],
  [
    'a route outside',
    routes(DATA, '/w/:organizationId/x'),
    'the route /w/:organizationId/x is in none of its areas',
  ],
  ['a missing text', texts({}), 'has no text in English; add "area" to mf-data/src/messages/en.json'],
  [
    'a text in one language',
    texts({ en: 'Data' }),
    'has no text in German; add "area" to mf-data/src/messages/de.json',
  ],
  [
    'a text with values',
    texts({ en: '{count} tables', de: 'Daten' }),
    'the text "{count} tables" in English',
  ],
  [
    'a permission that does not exist',
    entry({ permission: 'data:see' }),
    'the permission "data:see", which doesn\'t',
  ],
  ['no permission', entry({ permission: undefined }), 'names no permission'],
  [
    'an icon that does not exist',
    entry({ icon: 'wave' }),
    'has the icon "wave", which doesn\'t exist; there are sources',
  ],
  [
    'a menu that does not exist',
    entry({ place: 'home' }),
    'is in none that exists; there are workspace, superuser',
  ],
  [
    'the menu of another layout',
    entry({ place: 'superuser', permission: undefined }),
    'into an area of the group workspace',
  ],
  [
    'an entry that leads nowhere',
    entry({ path: `${DATA}/nowhere` }),
    'leads to none of its routes; there are',
  ],
  [
    'an entry with a parameter that menus do not know',
    entry({ path: DATA_BUILD.routes![1]!.path }),
    'has ":sourceConnectionId" in its address',
  ],
];

for (const [what, change, fault] of faulty) {
  test(`a build with ${what} is refused with its name and what to do`, async (t) => {
    await assert.rejects(buildOf(t, { ...DATA_BUILD, ...change }), (error: Error & { code: string }) => {
      assert.equal(error.code, 'bad_build');
      assert.ok(error.message.includes(fault), error.message);
      assert.match(error.message, /^mf-data: /);
      return true;
    });
  });
}

test('a fault of an entry names the entry and its menu', async (t) => {
  await assert.rejects(buildOf(t, { ...DATA_BUILD, ...entry({ icon: 'wave' }) }), {
    message: new RegExp(`^mf-data: its entry ${DATA} of the menu "workspace" has the icon`),
  });
});

test('the audience of an area is part of its record', async (t) => {
  const { areas } = await buildOf(t, {
    ...AUTH_BUILD,
    areas: [{ ...AUTH_BUILD.areas![0]!, audience: 'signed-out' }],
  });
  assert.deepEqual(areas, [
    { group: 'public', audience: 'signed-out', mount: '/', paths: ['/login', '/signup'] },
  ]);
});

test('the shell cannot declare areas', async (t) => {
  const areas = [area('public', '/login')];
  await assert.rejects(buildOf(t, { ...SHELL_BUILD, areas }), {
    message: /areas and menu entries are of remotes/,
  });
});

test('other areas, audiences, or texts with the same bytes are another version', async (t) => {
  const { version } = await buildOf(t, DATA_BUILD);
  const renamed = await buildOf(t, { ...DATA_BUILD, ...texts({ en: 'Tables', de: 'Tabellen' }) });
  assert.notEqual(renamed.version, version);
  const auth = await buildOf(t, AUTH_BUILD);
  for (const change of [{ paths: ['/login', '/signup', '/imprint'] }, { audience: 'signed-out' }]) {
    const areas = [{ ...AUTH_BUILD.areas![0]!, ...change }];
    assert.notEqual((await buildOf(t, { ...AUTH_BUILD, areas })).version, auth.version);
  }
});
