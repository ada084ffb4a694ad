import { fork, type ChildProcess } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

/**
 * How far below the API's priority: work that people wait for yields to the API, syncs yield to both, and what can be
 * done at any time to everything.
 */
const BELOW_US = { reader: 5, background: 10, idle: 19 };
export type Priority = keyof typeof BELOW_US;
const LOWEST = constants.priority.PRIORITY_LOW;

const FLAGS = ['--max-old-space-size=512'];

interface ChildOptions {
  /** `pipe`: what it writes can be read from its `stdout`. */
  output?: 'ignore' | 'pipe';
  /** How much memory the system gives it, where the system has such a limit. */
  dataBytes?: number;
}

/**
 * Starts one of our own modules as a process, below the API's priority and without its environment, except for where
 * compiled code is kept. Everything that it needs to know, secrets above all, is sent to it as a message. It exits when
 * the channel to us closes.
 */
export function startChild(
  module: URL,
  priority: Priority,
  { output = 'ignore', dataBytes }: ChildOptions = {},
): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = fork(fileURLToPath(module), [], {
    env: { PATH, TZ: 'UTC', LANG: 'C.UTF-8', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    ...(dataBytes === undefined ? { execArgv: FLAGS } : limitedTo(dataBytes)),
    serialization: 'advanced',
    stdio: ['ignore', output, 'inherit', 'ipc'],
  });
  try {
    const niceness = Math.min(getPriority() + BELOW_US[priority], LOWEST);
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // It has exited already, which its exit event reports.
  }
  return child;
}

/** A shell sets the limit and then becomes the process: Node.js can't set it itself. */
const limitedTo = (bytes: number) => ({
  execPath: '/bin/sh',
  execArgv: [
    '-c',
    `ulimit -d ${Math.floor(bytes / 1024)} 2>/dev/null; exec "$0" "$@"`,
    process.execPath,
    ...FLAGS,
  ],
});
