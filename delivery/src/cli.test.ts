import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { installation } from './testing/installation.ts';

test('the command line shows a rollback, its history, the block, and its removal', async (t) => {
  const { first, second, deliver } = await installation(t);
  const rolled = await deliver('rollback', 'mf-auth', '--why', 'no button');
  assert.equal(rolled.code, 0, rolled.err);
  assert.ok(rolled.out.includes(`mf-auth: ${second} → ${first}\nRevision 3 is live from the next page on.`));

  const history = (await deliver('history', 'mf-auth')).out.replaceAll(/\d{4}-[\d-]+T[\d:.]+Z/g, 'WHEN');
  assert.equal(
    history,
    [
      `3  WHEN  ben  rollback: no button\n     mf-auth: ${second} → ${first}\n`,
      `2  WHEN  anna  promote (forced): new login\n     mf-auth: ${first} → ${second}\n`,
      `1  WHEN  anna  promote\n     mf-auth: nothing → ${first}\n`,
    ].join(''),
  );
  assert.match((await deliver('status')).out, new RegExp(`${second}  blocked: no button\n`));

  const refused = await deliver('promote', `mf-auth@${second}`);
  assert.equal(refused.code, 1);
  assert.ok(refused.err.includes(`mf-auth@${second} is blocked: no button`));
  const taken = await deliver(
    'promote',
    `mf-auth@${second}`,
    '--unblock',
    '--force',
    '--why',
    'it was the API',
  );
  assert.equal(taken.code, 0, taken.err);
  assert.doesNotMatch((await deliver('status')).out, /blocked/);

  const set = await deliver('rollback', '--set', '1');
  assert.ok(set.out.includes(`mf-auth: ${second} → ${first}`), set.err);
  for (const wrong of [[], ['mf-none', '--set', '1'], ['--set', 'x'], ['mf-auth', 'shell']])
    assert.equal((await deliver('rollback', ...wrong)).code, 1, wrong.join(' '));
});

test('status and history show a withdrawn remote, and rolling back a first version says how to withdraw it', async (t) => {
  const { second, deliver } = await installation(t);
  await deliver('rollback', 'mf-auth');
  assert.match((await deliver('rollback', 'mf-auth')).err, /\nTo remove mf-auth from .*: withdraw mf-auth\n/);
  const { out, err } = await deliver('withdraw', 'mf-auth', '--why', 'not yet');
  assert.match(
    out,
    /mf-auth: \S+ → nothing\n {5}\/login of mf-auth: not found anymore\n[^]*\nRevision 4 is live/,
    err,
  );
  const { out: status } = await deliver('status');
  assert.match(status, /mf-auth +nothing +withdrawn\n.*blocked.*\n.*blocked: not yet\n/);
  assert.ok(status.includes(second));
  assert.match((await deliver('history', 'mf-auth')).out, /ben {2}withdraw: not yet\n/);
  for (const wrong of [[], ['mf-auth', 'mf-data'], ['shell'], ['mf-auth']])
    assert.equal((await deliver('withdraw', ...wrong)).code, 1, wrong.join(' '));
});

test('verify succeeds or names the damage and fails, and gc finds nothing to delete among new versions', async (t) => {
  const { registry, second, deliver } = await installation(t);
  const good = await deliver('verify');
  assert.deepEqual([good.code, good.out], [0, '3 versions and 2 revisions are as they were published.\n']);
  await appendFile(path.join(registry.versionFolder('mf-auth', second), 'login.1.js'), '!');
  const bad = await deliver('verify');
  assert.equal(bad.code, 1);
  assert.equal(bad.err, `mf-auth@${second}: login.1.js has 8 bytes instead of 7\n`);
  assert.match((await deliver('gc')).out, /^Found 0 /);
  assert.match((await deliver('gc', '--really')).out, /^Deleted 0 /);
});
