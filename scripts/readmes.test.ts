import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { decisions, faultsOfDecision, indexOf, indexPage } from './decisions.ts';
import { REMOTES, ROOT } from './packages.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n');
const pages = tracked.filter((file) => file.endsWith('.md') && existsSync(path.join(ROOT, file)));
const folders = new Set(tracked.flatMap((file) => (file.includes('/') ? [file.split('/')[0]!] : [])));

/** Returns where a file would be that a page names by its path from the page's folder, or from `src` in it. */
const besidePage = (page: string, name: string) => {
  const near = ['', 'src'].map((folder) => path.join(path.dirname(page), folder, name));
  return near.find((file) => existsSync(path.join(ROOT, file))) ?? near[0]!;
};

/**
 * Returns the paths that a page names: targets of links, paths from the top, those from its folder (`../`), those in `src` of
 * the package it is about, and files of code beside it.
 */
function pathsIn(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => path.join(path.dirname(page), target));
  const named = [...text.matchAll(/`([\w@.-]+\/[\w@./-]*)`/g)].map(([, name]) => name!);
  const [folder, name] = page.split('/') as [string, string?];
  const own = name === 'README.md' ? named.filter((one) => one.startsWith('src/')) : [];
  const above = named.filter((one) => one.startsWith('../'));
  const code = named.filter(
    (one) => /\.tsx?$/.test(one) && !/^(src|\.\.)\//.test(one) && !folders.has(one.split('/')[0]!),
  );
  return [
    ...links,
    ...named.filter((one) => folders.has(one.split('/')[0]!)),
    ...own.map((one) => path.join(folder, one)),
    ...above.map((one) => path.join(path.dirname(page), one)),
    ...code.map((one) => besidePage(page, one)),
  ];
}

/** Returns the commands that need a Node that runs TypeScript, which the machine's may not be: `npx node` is the one of npm. */
const commandsOfMachine = (text: string): string[] =>
  [...text.matchAll(/(?<!npx )\bnode (?:--test|\S+\.ts)[^`\n]*/g)].map(([command]) => command);

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

describe('pages about the code', () => {
  test('name only what is there', () => {
    const wrong = pages.flatMap((page) =>
      pathsIn(page, read(page))
        .filter((name) => !existsSync(path.join(ROOT, name)))
        .map((name) => `${page}: ${name}`),
    );
    assert.deepEqual(wrong, []);
  });

  test('run TypeScript with the Node that npm installs', () => {
    const wrong = pages.flatMap((page) =>
      commandsOfMachine(read(page)).map((command) => `${page}: ${command}`),
    );
    assert.deepEqual(wrong, []);
  });

  for (const name of REMOTES)
    test(`list each route of ${name}`, () => {
      const { headwater } = JSON.parse(read(`${name}/package.json`));
      assert.deepEqual(unlistedRoutes(headwater, read(`${name}/README.md`)), []);
    });

  test('say of each decision what was decided, when, and about what', async () => {
    assert.deepEqual(decisions().flatMap(faultsOfDecision), []);
    const page = indexPage();
    assert.equal(page, await indexOf(decisions(), page), 'Run npx node scripts/decisions.ts.');
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
    assert.deepEqual(pathsIn('engine/files/README.md', '`../csv`'), ['engine/csv']);
    assert.deepEqual(pathsIn('docs/a.md', '`warehouse/gone.ts` `a/b`'), ['docs/warehouse/gone.ts']);
  });

  test('a command for another Node than npm installs', () => {
    const text = '`node --test a.test.ts`, `npx node --test b.test.ts`, `node src/c.ts --all`, `node -e ""`';
    assert.deepEqual(commandsOfMachine(text), ['node --test a.test.ts', 'node src/c.ts --all']);
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

  test('a decision without its status, its wing, or what was decided, and one under another number', () => {
    const faults = (text: string) => faultsOfDecision({ file: '0001-a.md', text });
    const decided = '**Decision.** We do.\n';
    assert.deepEqual(faults(`# 1. A\n\nAccepted · 2026-11-30 · syncs\n\n${decided}`), []);
    for (const [text, fault] of [
      [`# 1. A\n\n${decided}`, /: doesn’t begin with/],
      [`# 1. A\n\nAccepted · syncs\n\n${decided}`, /: doesn’t begin with/],
      [`# 2. A\n\nAccepted · 2026-11-30 · syncs\n\n${decided}`, /: has the number 2$/],
      [`# 1. A\n\nAccepted · 2026-11-30 · sync\n\n${decided}`, /: sync is none of /],
      ['# 1. A\n\nReplaced by 2 · 2026-11-30 · syncs\n\nWe do.\n', /: has no paragraph/],
    ] as const) {
      assert.equal(faults(text).length, 1, text);
      assert.match(faults(text)[0]!, fault);
    }
  });

  test('a decision that is missing in the index, called otherwise, or gone', async () => {
    const one = { file: '0001-a.md', text: '# 1. A\n\nAccepted · 2026-11-30 · syncs\n' };
    const index = await indexOf([one], '# Decisions\n\nSome.\n\n| # |\n');
    assert.match(index, /^# Decisions\n\nSome.\n\n\| #/);
    assert.match(index, /\| \[1\]\(0001-a\.md\) +\| A +\| syncs +\| 2026-11-30 +\| Accepted +\|\n$/);
    const [two, other] = ['# 2. B', '# 1. Other'].map((title) => ({
      file: '0002-b.md',
      text: one.text.replace('# 1. A', title),
    }));
    for (const all of [[one, two!], [other!], []]) assert.notEqual(await indexOf(all, index), index);
  });
});
