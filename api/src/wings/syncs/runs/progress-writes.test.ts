import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProgressWrites, type Figures } from './progress-writes.ts';

const figures = (tableName: string, rowsRead: number): Figures => ({
  type: 'progress',
  tableName,
  phase: 'reading',
  rowsRead,
});

function writes(failure?: Error) {
  const written: [string, number][] = [];
  const failures: unknown[] = [];
  const progress = new ProgressWrites(
    async ({ tableName, rowsRead }) => {
      if (failure) throw failure;
      written.push([tableName, rowsRead]);
    },
    (error) => failures.push(error),
  );
  return { progress, written, failures };
}

test('the newest figures of each table are written together, and the next ones a quarter of a second later', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { progress, written } = writes();
  let due = 0;
  const note = (...given: Parameters<typeof figures>) => progress.note(figures(...given), () => (due += 1));
  note('orders', 1);
  note('orders', 2);
  note('items', 7);
  mock.timers.tick(1);
  assert.equal(due, 1);
  await progress.flush();
  assert.deepEqual(written.splice(0), [
    ['orders', 2],
    ['items', 7],
  ]);
  note('orders', 3);
  mock.timers.tick(1);
  assert.equal(due, 1);
  mock.timers.tick(250);
  assert.equal(due, 2);
  await progress.flush();
  await progress.flush();
  assert.deepEqual(written, [['orders', 3]]);
});

test('the figures of a table that has ended are taken, and written by no one else', async () => {
  const { progress, written } = writes();
  progress.note(figures('orders', 5), () => undefined);
  progress.note(figures('items', 6), () => undefined);
  progress.stop();
  assert.equal(progress.take('orders')?.rowsRead, 5);
  assert.equal(progress.take('orders'), undefined);
  await progress.flush();
  assert.deepEqual(written, [['items', 6]]);
});

test('figures that could not be written are reported, and wait for the next write', async () => {
  const away = new Error('the store is away');
  const { progress, failures } = writes(away);
  progress.note(figures('orders', 5), () => undefined);
  progress.stop();
  await progress.flush();
  assert.deepEqual(failures, [away]);
  assert.equal(progress.take('orders')?.rowsRead, 5);
});
