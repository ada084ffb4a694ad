import assert from 'node:assert/strict';
import { test } from 'node:test';
import { haltCanary } from '../registry/canary.ts';
import { installation } from '../testing/installation.ts';

test('status and history show a canary that is started, widened, halted, and ended', async (t) => {
  const { registry, first, second, another, deliver } = await installation(t);
  const { version } = await another('next');
  const started = await deliver('canary', `mf-auth@${version}`, '--percent', '10');
  assert.ok(
    started.out.includes(`Revision 3: 10 % of the visitors get mf-auth@${version} from`),
    started.err,
  );
  assert.ok((await deliver('status')).out.includes(`${version}  canary for 10 %  no run recorded\n`));
  await deliver('canary', `mf-auth@${version}`, '--percent', '50', '--why', 'looks good');

  const id = (await registry.latestRevision())?.state['mf-auth']?.canary?.id ?? '';
  await haltCanary(registry, 'mf-auth', id, { by: 'delivery', why: '5 of 40 pages failed' });
  assert.ok((await deliver('status')).out.includes('canary halted by delivery: 5 of 40 pages failed'));
  const ended = await deliver('canary', 'mf-auth', '--end');
  assert.ok(ended.out.includes('everyone gets the current mf-auth'), ended.err);
  assert.doesNotMatch((await deliver('status')).out, /canary/);

  const history = (await deliver('history', 'mf-auth')).out.replaceAll(/\d{4}-[\d-]+T[\d:.]+Z/g, 'WHEN');
  const expected = [
    `6  WHEN  ben  canary\n     mf-auth@${version}: canary ended\n`,
    `5  WHEN  delivery  halt: 5 of 40 pages failed\n     mf-auth@${version}: canary for no one\n`,
    `4  WHEN  ben  canary: looks good\n     mf-auth@${version}: canary for 50 %\n`,
    `3  WHEN  ben  canary\n     mf-auth@${version}: canary for 10 %\n`,
    `2  WHEN  anna  promote (forced): new login\n     mf-auth: ${first} → ${second}\n`,
  ];
  assert.ok(history.startsWith(expected.join('')), history);
  assert.doesNotMatch((await deliver('history', 'shell')).out, /canary|mf-auth/);

  const wrongs = [[], ['mf-auth'], [`mf-auth@${version}`], ['mf-auth', '--percent', '5']];
  const percents = ['x', '-5', '101', '1e1', ''].map((percent) => [
    `mf-auth@${version}`,
    `--percent=${percent}`,
  ]);
  const both = [
    [`mf-auth@${version}`, '--end'],
    ['mf-auth', '--end', '--percent', '5'],
  ];
  const refuse = async (wrong: string[]) =>
    assert.equal((await deliver('canary', ...wrong)).code, 1, wrong.join(' '));
  await Promise.all([...wrongs, ...percents, ...both].map(refuse));
  assert.equal((await registry.latestRevision())?.n, 6);
});
