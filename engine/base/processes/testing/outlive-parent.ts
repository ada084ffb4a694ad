/**
 * Run by itself, it starts itself as a child and is killed while that one is busy. The child then sends to a process that
 * is gone, before it could have noticed.
 */
import { exitWithParent } from '../exit-with-parent.ts';
import { startChild } from '../start-child.ts';

if (process.send) {
  exitWithParent();
  const parent = process.ppid;
  process.send('busy', undefined, {}, () => {
    const clock = new Int32Array(new SharedArrayBuffer(4));
    while (process.ppid === parent) Atomics.wait(clock, 0, 0, 10);
    process.send!('too late');
  });
} else {
  startChild(new URL(import.meta.url), 'reader').on('message', () => process.kill(process.pid, 'SIGKILL'));
}
