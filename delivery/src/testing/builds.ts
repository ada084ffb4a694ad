import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Headwater } from '../registry/declaration.ts';
import { readBuild, type Build } from '../registry/read-build.ts';
import type { Assets, Route, Texts } from '../registry/record.ts';
import { openRegistry, type Registry } from '../registry/registry.ts';

export interface BuildOf {
  name: string;
  version?: string;
  files: Record<string, string>;
  assets: Partial<Assets> & { texts?: Texts };
  routes?: Route[];
  areas?: Headwater['areas'];
  menu?: Headwater['menu'];
  contract?: string;
}

/** Creates a folder that is deleted after the test. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'headwater-delivery-'));
  // A server that is closed later may still be writing its notes of pages.
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export async function temporaryRegistry(t: TestContext): Promise<Registry> {
  return openRegistry(path.join(await temporaryFolder(t), 'registry'));
}

/** Writes a package with a build as webpack outputs it. */
export async function writePackage(
  folder: string,
  { name, version = '0.1.0', ...of }: BuildOf,
): Promise<string> {
  const { files, assets, routes = [], areas, menu, contract } = of;
  const location = path.join(folder, name);
  const owner = { team: `${name} team`, contact: `${name}@example.com` };
  const all = { entrypoints: {}, chunks: {}, provides: {}, shared: {}, ...assets };
  const written = {
    'package.json': JSON.stringify({ name, version, headwater: { owner, routes, areas, menu, contract } }),
    'dist/assets.json': JSON.stringify(all),
    ...Object.fromEntries(Object.entries(files).map(([file, text]) => [`dist/${file}`, text])),
  };
  for (const [file, text] of Object.entries(written)) {
    await mkdir(path.dirname(path.join(location, file)), { recursive: true });
    await writeFile(path.join(location, file), text);
  }
  return location;
}

export async function buildOf(t: TestContext, of: BuildOf): Promise<Build> {
  return readBuild(await writePackage(await temporaryFolder(t), of));
}

const code = (name: string) => `/* ${name} */ ${'globalThis.x = 1;'.repeat(40)}`;

/** A shell that provides two doors, one of them as a chunk that needs the chunk of another door. */
export const SHELL_BUILD: BuildOf = {
  name: 'shell',
  files: Object.fromEntries(
    [
      'main.1.js',
      'forms.1.js',
      'table.1.js',
      'inputs.1.js',
      'public.1.js',
      'messages-en.1.js',
      'messages-de.1.js',
      'late.1.js',
    ].map((file) => [file, code(file)]),
  ),
  assets: {
    entrypoints: { main: ['main.1.js'] },
    chunks: {
      'public-layout': { files: ['public.1.js'], shared: [] },
      'shared-messages-en': { files: ['messages-en.1.js'], shared: [] },
      'shared-messages-de': { files: ['messages-de.1.js'], shared: [] },
      late: { files: ['late.1.js'], shared: [] },
    },
    provides: {
      ui: [],
      forms: ['forms.1.js', 'inputs.1.js'],
      'ui/inputs': ['inputs.1.js'],
      'ui/table': ['table.1.js'],
    },
    shared: { react: '19.3.1', ui: '0.1.0', forms: '0.1.0', 'ui/inputs': '0.1.0', 'ui/table': '0.1.0' },
  },
  routes: [
    { path: '/', chunks: [], requests: [] },
    { path: '/w/:organizationId', chunks: [], requests: [] },
  ],
};

export const AUTH_BUILD: BuildOf = {
  name: 'mf-auth',
  files: Object.fromEntries(
    [
      'remoteEntry.js',
      'routes.1.js',
      'login.1.js',
      'signup.1.js',
      'messages-en.1.js',
      'messages-de.1.js',
      'logo.svg',
    ].map((file) => [file, code(file)]),
  ),
  assets: {
    entrypoints: { mf_auth: ['remoteEntry.js'] },
    chunks: {
      routes: { files: ['routes.1.js'], shared: ['react'] },
      login: { files: ['login.1.js'], shared: ['react', 'ui', 'forms', 'ui/inputs'] },
      signup: { files: ['signup.1.js'], shared: ['ui', 'forms'] },
      'messages-en': { files: ['messages-en.1.js'], shared: [] },
      'messages-de': { files: ['messages-de.1.js'], shared: [] },
    },
    shared: { react: '^19.3.1', ui: '^0.1.0', forms: '^0.1.0' },
  },
  areas: [{ group: 'public', audience: 'everyone', mount: '/', paths: ['/login', '/signup'] }],
  routes: [
    { path: '/login', chunks: ['login'], requests: [], publicRequests: ['sign-in-options'] },
    { path: '/signup', chunks: ['signup'], requests: [] },
  ],
};

export const DATA_BUILD: BuildOf = {
  name: 'mf-data',
  files: Object.fromEntries(
    ['remoteEntry.js', 'routes.1.js', 'table.1.js'].map((file) => [file, code(`data ${file}`)]),
  ),
  assets: {
    chunks: {
      routes: { files: ['routes.1.js'], shared: [] },
      table: { files: ['table.1.js'], shared: ['ui/table'] },
    },
    shared: { react: '^19.3.1', 'ui/table': '^0.1.0' },
    texts: { area: { en: "Everybody''s data", de: 'Daten' } },
  },
  areas: [{ group: 'workspace', mount: '/w/:organizationId/data' }],
  menu: [
    {
      place: 'workspace',
      order: 20,
      icon: 'data',
      path: '/w/:organizationId/data',
      message: 'area',
      permission: 'data:read',
    },
  ],
  routes: [
    { path: '/w/:organizationId/data', chunks: [], requests: ['organizations/:organizationId/tables'] },
    {
      path: '/w/:organizationId/data/:sourceConnectionId/:tableName',
      chunks: ['table'],
      requests: ['organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName'],
    },
  ],
};
