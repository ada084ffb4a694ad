import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { REMOTES, ROOT } from './packages.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n');
const pages = tracked.filter((file) => file.endsWith('.md') && existsSync(path.join(ROOT, file)));
const folders = new Set(tracked.flatMap((file) => (file.includes('/') ? [file.split('/')[0]!] : [])));

/** Returns the paths that a page names: targets of links, paths from the top, and those in `src` of the package it is about. */
function pathsIn(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => path.join(path.dirname(page), target));
  const named = [...text.matchAll(/`([\w@.-]+\/[\w@./-]*)`/g)].map(([, name]) => name!);
  const [folder, name] = page.split('/') as [string, string?];
  const own = name === 'README.md' ? named.filter((one) => one.startsWith('src/')) : [];
  return [
    ...links,
    ...named.filter((one) => folders.has(one.split('/')[0]!)),
    ...own.map((one) => path.join(folder, one)),
  ];
}

/** Returns the routes of a remote's package that its page doesn't list, as they are within the area that it is mounted at. */
function unlistedRoutes(
  remote: { areas: { mount: string }[]; routes: { path: string }[] },
  text: string,
): string[] {
  const listed = new Set(
    [...text.matchAll(/^\| (?:`([^`]+)`|\((index)\))/gm)].map(([, route]) => route ?? ''),
  );
  const within = (route: string) =>
    remote.areas.map(({ mount }) => (route.startsWith(mount) ? route.slice(mount.length) : route));
  return remote.routes
    .map((route) => route.path)
    .filter(
      (route) =>
        ![route, ...within(route)].some((one) => listed.has(one) || listed.has(one.replace(/^\//, ''))),
    );
}

/** Returns what is wrong in the index of decisions: each is there once, with the title that it has itself. */
function faultsOfIndex(decisions: readonly { file: string; text: string }[], index: string): string[] {
  const rows = [...index.matchAll(/^\| \[(\d+)\]\((\S+)\)\s*\| (.*?)\s*\|$/gm)].map(
    ([, number, file, title]) => `${file}: # ${number}. ${title}`,
  );
  const own = decisions.map(({ file, text }) => `${file}: ${text.split('\n')[0]}`);
  return [
    ...own.filter((one) => !rows.includes(one)).map((one) => `missing: ${one}`),
    ...rows.filter((one, at) => !own.includes(one) || rows.indexOf(one) !== at).map((one) => `extra: ${one}`),
  ];
}

describe('pages about the code', () => {
  test('name only what is there', () => {
    const wrong = pages.flatMap((page) =>
      pathsIn(page, read(page))
        .filter((name) => !existsSync(path.join(ROOT, name)))
        .map((name) => `${page}: ${name}`),
    );
    assert.deepEqual(wrong, []);
  });

  for (const name of REMOTES)
    test(`list each route of ${name}`, () => {
      const { headwater } = JSON.parse(read(`${name}/package.json`));
      assert.deepEqual(unlistedRoutes(headwater, read(`${name}/README.md`)), []);
    });

  test('list each decision with its title', () => {
    const decisions = pages
      .filter((page) => /^docs\/decisions\/\d/.test(page))
      .map((page) => ({ file: path.basename(page), text: read(page) }));
    assert.deepEqual(faultsOfIndex(decisions, read('docs/decisions/README.md')), []);
  });
});

describe('is found', () => {
  test('a path that is gone, in a link or by its name', () => {
    const text =
      '[the list](../list.md#top), `src/list`, `api/gone.ts`, `docs/`, `a/b`, [web](https://example.com)';
    assert.deepEqual(pathsIn('mf-data/README.md', text), [
      'list.md',
      'api/gone.ts',
      'docs/',
      'mf-data/src/list',
    ]);
    assert.deepEqual(pathsIn('docs/new-remote.md', '`src/list`'), []);
  });

  test('a route that is not listed', () => {
    const areas = [{ mount: '/' }, { mount: '/w/:organizationId' }];
    const routes = [
      '/w/:organizationId/data',
      '/w/:organizationId',
      '/shared/:token',
      '/w/:organizationId/new',
    ];
    const remote = { areas, routes: routes.map((route) => ({ path: route })) };
    const text = '| `data` | a |\n| (index) | b |\n| `/shared/:token` | c |\nSee `new`.';
    assert.deepEqual(unlistedRoutes(remote, text), ['/w/:organizationId/new']);
  });

  test('a decision that is missing, called otherwise, or gone', () => {
    const decisions = [
      { file: '0001-a.md', text: '# 1. A\n' },
      { file: '0002-b.md', text: '# 2. B\n' },
      { file: '0003-c.md', text: '# 3. C\n' },
    ];
    const index = '| [1](0001-a.md) | A |\n| [2](0002-b.md) | Other |\n| [4](0004-d.md) | D |';
    assert.deepEqual(faultsOfIndex(decisions, index), [
      'missing: 0002-b.md: # 2. B',
      'missing: 0003-c.md: # 3. C',
      'extra: 0002-b.md: # 2. Other',
      'extra: 0004-d.md: # 4. D',
    ]);
  });
});
