import { fork, type ChildProcess } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/** What people wait for goes before what goes on by itself, and the API before both: so much below whatever it has. */
const BELOW_US = { reader: 5, background: 10 };
const LOWEST = constants.priority.PRIORITY_LOW;

/**
 * Starts one of our own modules as a process, below the API's priority and without its environment: whatever it has
 * to know reaches it as a message, secrets above all. It ends with us: it exits when the channel closes.
 */
export function startChild(module: URL, priority: keyof typeof BELOW_US): ChildProcess {
  const child = fork(fileURLToPath(module), [], {
    env: { PATH: process.env.PATH, TZ: 'UTC', LANG: 'C.UTF-8' },
    execArgv: ['--max-old-space-size=512'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const niceness = Math.min(getPriority() + BELOW_US[priority], LOWEST);
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // It has ended already; its exit tells.
  }
  return child;
}
