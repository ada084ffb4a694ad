import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LeastSpeed } from './least-speed.ts';

/** A transfer of 1,000 bytes a second at least, with 10 seconds of grace. */
function transfer({ mock: { timers } }: TestContext) {
  timers.enable({ apis: ['setTimeout', 'Date'] });
  let ended = false;
  const speed = new LeastSpeed(() => (ended = true), { bytesPerSecond: 1_000, graceMs: 10_000 });
  const move = (bytes: number, afterMs: number) => {
    speed.wait();
    timers.tick(afterMs);
    speed.moved(bytes);
  };
  return { speed, move, timers, isEnded: () => ended };
}

test('whoever stands still is ended when the grace is over', (context) => {
  const { speed, timers, isEnded } = transfer(context);
  speed.wait();
  timers.tick(9_999);
  assert.equal(isEnded(), false);
  timers.tick(1);
  assert.equal(isEnded(), true);
});

test('whoever moves a byte now and then is ended, too', (context) => {
  const { move, isEnded } = transfer(context);
  for (let second = 0; second < 9; second += 1) move(1, 1_000);
  assert.equal(isEnded(), false);
  for (let second = 0; second < 3; second += 1) move(1, 1_000);
  assert.equal(isEnded(), true);
});

test('whoever keeps the least speed goes on for as long as they like, and gains no time to stand still', (context) => {
  const { speed, move, timers, isEnded } = transfer(context);
  for (let second = 0; second < 1_000; second += 1) move(5_000, 5_000);
  move(1_000_000, 1);
  assert.equal(isEnded(), false);
  speed.wait();
  timers.tick(10_000);
  assert.equal(isEnded(), true);
});

test('time in which we are the slow side does not count', (context) => {
  const { move, timers, isEnded } = transfer(context);
  for (let round = 0; round < 10; round += 1) {
    move(1_000, 1_000);
    timers.tick(60_000);
  }
  assert.equal(isEnded(), false);
});
