import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compositionId } from '../registry/composition-id.ts';
import { recordRun } from '../registry/runs.ts';
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
