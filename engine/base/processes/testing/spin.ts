/** Exits with its parent, which it can't notice: it tells that it's there, and then its loop stands still. */
import { exitWithParent } from '../exit-with-parent.ts';

exitWithParent();
process.send?.(process.pid);
process.on('message', (what: 'spin' | 'fill' | 'abort') => {
  if (what === 'abort') return process.kill(process.pid, 'SIGABRT');
  const kept: Buffer[] = [];
  for (;;) if (what === 'fill') kept.push(Buffer.alloc(8 * 1024 ** 2, 1));
});
