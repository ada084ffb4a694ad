import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { fastify } from 'fastify';
import { createDelivery } from 'delivery';
import { release } from '../product/release.ts';
import { devPage, PageError } from './dev-page.ts';

const DATA = { group: 'workspace' as const, mount: '/w/:organizationId/data' };
const AREAS: Record<string, { group: string; audience?: string; mount: string } | undefined> = {
  shell: undefined,
  'mf-data': DATA,
  'mf-auth': { group: 'public', audience: 'everyone', mount: '/login' },
};

/** Writes a package as its build does. */
function build(root: string, name: string): string {
  const folder = path.join(root, name);
  const write = (file: string, content: string) => writeFileSync(path.join(folder, file), content);
  mkdirSync(path.join(folder, 'dist'), { recursive: true });
  const entry = name === 'shell' ? 'main.js' : 'remoteEntry.js';
  const chunks = { routes: { files: ['chunk.js'], shared: [] }, page: { files: ['chunk.js'], shared: [] } };
  const assets = { entrypoints: { main: [entry] }, chunks, provides: {}, shared: {} };
  const headwater = {
    owner: { team: 'x', contact: 'x@example.com' },
    ...(AREAS[name] && { areas: [AREAS[name]] }),
    routes: [{ path: AREAS[name]?.mount ?? '/', chunks: ['page'], requests: [] }],
  };
  write('package.json', JSON.stringify({ name, version: '0.1.0', headwater }));
  write('dist/assets.json', JSON.stringify(assets));
  write(`dist/${entry}`, name);
  write('dist/chunk.js', `chunk of ${name}`);
  return folder;
}

/** Returns a page as delivery serves it, with a shell and two remotes. */
async function deployedPage(t: TestContext, address: string): Promise<string> {
  const root = mkdtempSync(path.join(tmpdir(), 'headwater-dev-page-'));
  const app = fastify();
  t.after(async () => {
    await app.close();
    rmSync(root, { recursive: true });
  });
  const registry = path.join(root, 'registry');
  await release(
    registry,
    Object.keys(AREAS).map((name) => build(root, name)),
  );
  await app.register(createDelivery({ registry, sentryDsn: 'https://key@errors.example.com/1' }));
  return (await app.inject(address)).body;
}

const sri = `sha384-${'b'.repeat(64)}`;
const owner = { team: 'data', contact: 'data@example.com' };
const areas = [{ ...DATA, paths: [DATA.mount] }];
const builds = { shell: 'abc123', remotes: [{ name: 'mf-data', owner, areas, menu: [], sri }] };

const blockOf = (html: string) =>
  JSON.parse(/id="headwater"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '') as Record<
    string,
    Record<string, never>
  >;
const scriptUrls = (html: string) => [...html.matchAll(/<script [^>]*src="([^"]+)"/g)].map(([, src]) => src);

test('the page uses the development builds of the shell and one remote, and other remotes keep version and hashes', async (t) => {
  const deployed = await deployedPage(t, '/login');
  const before = blockOf(deployed);
  const after = blockOf(devPage(deployed, builds));
  assert.deepEqual(after.remotes?.['mf-data'], {
    version: 'dev',
    base: '/r/mf-data/dev/',
    entry: '/r/mf-data/dev/remoteEntry.js',
    sri,
    owner,
    areas,
    menu: [],
  });
  assert.deepEqual(after.remotes?.['mf-auth'], before.remotes?.['mf-auth']);
  assert.deepEqual(after.shell, { ...before.shell, base: '/r/shell/dev/' });
  const kept = Object.keys(before.sri ?? {}).filter((file) => file.startsWith('/r/mf-auth/'));
  assert.notEqual(kept.length, 0);
  assert.deepEqual(Object.keys(after.sri ?? {}), kept);
  assert.equal(after.sentryDsn, null, 'nothing is reported');
});

test('the scripts of replaced builds are removed, and the new ones follow the first script with the page’s nonce', async (t) => {
  const deployed = await deployedPage(t, '/w/org_1/data');
  assert.ok(scriptUrls(deployed).some((url) => url?.startsWith('/r/mf-data/')));
  const page = devPage(deployed, builds);
  assert.deepEqual(scriptUrls(page), [
    '/headwater-dev/client.js',
    '/r/shell/dev/main.js',
    '/r/mf-data/dev/remoteEntry.js',
  ]);
  const nonce = /nonce="([^"]+)"/.exec(deployed)?.[1];
  const opened = page.match(/<script[^>]*>/g) ?? [];
  assert.ok(opened.every((tag) => tag.includes(`nonce="${nonce}"`)));
  assert.ok(page.indexOf('__nonce__') < page.indexOf('__REACT_DEVTOOLS_GLOBAL_HOOK__'));
  assert.ok(page.indexOf('__REACT_DEVTOOLS_GLOBAL_HOOK__') < page.indexOf('/headwater-dev/client.js'));
  assert.match(page, /data-shell="abc123"/);
});

test('a page of another remote keeps its scripts and their hashes', async (t) => {
  const deployed = await deployedPage(t, '/login');
  const ofAuth = (html: string) => html.match(/<script [^>]*src="\/r\/mf-auth\/[^>]*integrity[^>]*>/g);
  assert.equal(ofAuth(deployed)?.length, 2);
  assert.deepEqual(ofAuth(devPage(deployed, builds)), ofAuth(deployed));
});

test('no value can end the block', async (t) => {
  const contact = '</script><script>alert(1)</script>';
  const remotes = [{ name: 'mf-data', owner: { team: 'data', contact }, areas, menu: [], sri }];
  const page = devPage(await deployedPage(t, '/login'), { shell: '', remotes });
  assert.equal((blockOf(page).remotes?.['mf-data']?.['owner'] as typeof owner | undefined)?.contact, contact);
});

test('a page that is not the product’s is refused', () => {
  assert.throws(() => devPage('<!doctype html><title>Hello</title>', builds), PageError);
});
