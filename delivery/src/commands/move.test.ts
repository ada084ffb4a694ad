import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compositionId } from '../registry/composition-id.ts';
import { recordRun } from '../registry/runs.ts';
import { AUTH_BUILD, temporaryFolder, writePackage } from '../testing/builds.ts';
import { installation } from '../testing/installation.ts';

test('promote names the command that tries a version, and status shows the result of its journeys', async (t) => {
  const { registry, shell, second, another, deliver } = await installation(t);
  assert.match((await deliver('status')).out, new RegExp(`${second} .* no run recorded\n`));
  const { version } = await another('next');
  const refused = await deliver('promote', `mf-auth@${version}`);
  assert.equal(refused.code, 1);
  assert.ok(refused.err.includes(`npm run e2e -- --with mf-auth@${version}`), refused.err);

  const set = [shell, { name: 'mf-auth', version }];
  const references = set.map((one) => `${one.name}@${one.version}`);
  await recordRun(registry, {
    composition: compositionId(set),
    set: references,
    reference: `mf-auth@${version}`,
    commit: null,
    when: '2026-03-01T10:00:00.000Z',
    passed: 12,
    failed: 0,
    journeys: ['sign-in'],
    by: 'anna',
  });
  const taken = await deliver('promote', `mf-auth@${version}`);
  assert.equal(taken.code, 0, taken.err);
  assert.match((await deliver('status')).out, /12 journeys passed 2026-03-01T10:00:00\.000Z\n/);
});

test('publish says what is in the way of a promotion, and remotes that exchange a path are published and moved together', async (t) => {
  const { deliver } = await installation(t);
  const written = async (name: string, ...paths: string[]) =>
    writePackage(await temporaryFolder(t), {
      ...AUTH_BUILD,
      name,
      areas: [{ group: 'public', audience: 'everyone', mount: '/', paths }],
      routes: paths.map((path) => ({ path, chunks: [], requests: [] })),
    });
  const welcome = await written('mf-welcome', '/signup');
  const auth = await written('mf-auth', '/login');

  const taking = await deliver('publish', welcome);
  assert.equal(taking.code, 0, taking.err);
  assert.match(
    taking.out,
    /^Published mf-welcome@[^]*\nIn the way now: {2}mf-auth@\S+ has its area \/signup where mf-welcome@/,
  );
  const giving = await deliver('publish', auth);
  assert.match(giving.out, /\nIn the way now: {2}\/signup of mf-auth@\S+ would belong to no remote\n/);

  const both = await deliver('publish', auth, welcome);
  assert.doesNotMatch(both.out, /In the way/);
  const [, set = ''] = /promote (mf-auth@\S+ mf-welcome@\S+)\n/.exec(both.out) ?? [];
  const moved = await deliver('promote', ...set.split(' '), '--force', '--why', 'a team of its own');
  assert.match(moved.out, /mf-auth: \S+ → \S+\n {5}mf-welcome: nothing → \S+\nRevision 3 is live/, moved.err);

  const refused = await deliver('rollback', 'mf-auth');
  const command = /rollback (--set 2 mf-auth mf-welcome)\n$/.exec(refused.err)?.[1] ?? refused.err;
  const rolled = await deliver('rollback', ...command.split(' '), '--why', 'no one signs up');
  assert.match(rolled.out, /mf-welcome: \S+ → nothing\nRevision 4 is live/, rolled.err);
});
