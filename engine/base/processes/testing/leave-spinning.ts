/** Starts a child whose loop stands still, tells its ID, and is then killed, as the product can be. */
import { once } from 'node:events';
import { startChild } from '../start-child.ts';

const child = startChild(new URL('./spin.ts', import.meta.url), 'reader');
const [pid] = (await once(child, 'message')) as [number];
child.send('spin', () => {
  process.stdout.write(String(pid), () => process.kill(process.pid, 'SIGKILL'));
});
