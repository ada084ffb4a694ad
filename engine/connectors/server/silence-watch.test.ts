import assert from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import type { FailureError } from '@headwater/base/failures/failure';
import { SilenceWatch } from './silence-watch.ts';

const MINUTE = 60_000;
let reasons: FailureError[];
beforeEach(() => (reasons = []));

function watch(t: TestContext): SilenceWatch {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return new SilenceWatch({
    idleTimeout: 10 * MINUTE,
    table: 'orders',
    giveUp: (reason) => reasons.push(reason),
  });
}

describe('A source watched for silence', () => {
  it('is given up on if it sends too little', (t) => {
    const silence = watch(t);
    silence.start();
    t.mock.timers.tick(9 * MINUTE);
    silence.heard(1);
    t.mock.timers.tick(MINUTE);
    assert.deepEqual(
      reasons.map(({ failure: { code, values } }) => [code, values]),
      [['source_silent', { table: 'orders', minutes: 10 }]],
    );
  });

  it('is kept as long as it sends enough, in portions of any size', (t) => {
    const silence = watch(t);
    silence.start();
    for (let minutes = 0; minutes < 60; minutes += 9) {
      for (let portion = 0; portion < 4; portion += 1) silence.heard(256);
      t.mock.timers.tick(9 * MINUTE);
    }
    assert.equal(reasons.length, 0);
  });

  it('has no time limit while it isn’t waited for, and its full time again afterwards', (t) => {
    const silence = watch(t);
    silence.start();
    t.mock.timers.tick(9 * MINUTE);
    silence.stop();
    silence.heard(4096);
    t.mock.timers.tick(60 * MINUTE);
    silence.start();
    t.mock.timers.tick(9 * MINUTE);
    assert.equal(reasons.length, 0);
    t.mock.timers.tick(MINUTE);
    assert.equal(reasons.length, 1);
  });

  it('is watched until a statement has its result', async (t) => {
    const silence = watch(t);
    assert.equal(await silence.during(Promise.resolve('done')), 'done');
    await assert.rejects(silence.during(Promise.reject(new Error('refused'))), /refused/);
    t.mock.timers.tick(60 * MINUTE);
    assert.equal(reasons.length, 0);
  });
});
