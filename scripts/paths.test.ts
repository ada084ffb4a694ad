import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paths } from '@headwater/shared/contract';
import { readJson, type PackageJson } from './new-remote/repository.ts';
import { BUILT, ROOT } from './packages.ts';

/** Every route that the shell and the remotes declare, with the package that declares it. */
const DECLARED = BUILT.flatMap((name) =>
  readJson<PackageJson>(ROOT, `${name}/package.json`).headwater.routes.map(({ path }) => ({ name, path })),
);

test('every link leads to one declared route of one remote, or of the shell', () => {
  const faults = Object.entries(paths).flatMap(([link, { pattern }]) => {
    const owners = DECLARED.filter(({ path }) => path === pattern).map(({ name }) => name);
    if (owners.length === 1) return [];
    const whose = owners.length === 0 ? 'no package declares' : `${owners.join(' and ')} declare`;
    return [`paths.${link} leads to ${pattern}, which ${whose} in headwater.routes of a package.json`];
  });
  assert.deepEqual(faults, []);
});

test('a path has its parameters in order, encoded, and its query', () => {
  assert.equal(paths.home(), '/');
  assert.equal(paths.table('org_1', 'src_2', 'a/b ?'), '/w/org_1/data/src_2/a%2Fb%20%3F');
  assert.equal(paths.run('org_1', 'src_2', 'run_$&'), '/w/org_1/source-connections/src_2/runs/run_%24%26');
  assert.equal(
    paths.newSourceConnect('org_1', { connector: 'csv' }),
    '/w/org_1/source-connections/new/connect?connector=csv',
  );
  assert.equal(paths.login({ next: '/w/org_1?a=b', msg: undefined }), '/login?next=%2Fw%2Forg_1%3Fa%3Db');
  assert.equal(paths.login(), '/login');
});
