import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
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

const MIB = 1024 ** 2;

/**
 * How much memory the system gives a process, where the system has such a limit. It counts what is reserved as well,
 * which is 600 MB before anything runs. The processes that read what somebody has sent are watched besides: limit-watch.ts.
 */
const DATA_BYTES = 3_072 * MIB;

interface ChildOptions {
  /** `pipe`: what it writes can be read from its `stdout`. */
  output?: 'ignore' | 'pipe';
  /** How much memory the system gives it, if that is something else. */
  dataBytes?: number;
}

/**
 * Sets limits that Node.js can't set itself, and then becomes the process. It leaves another one behind that waits for
 * us to end, also if we're killed, and then kills the whole group: a process whose own loop stands still, in the engine
 * or in SQLite, would never learn of it.
 */
const SCRIPT = `ulimit -c 0 2>/dev/null; ulimit -d "$1" 2>/dev/null
{ exec 3>&-; read -r _ <&4; kill -KILL 0; } >/dev/null 2>&1 </dev/null &
exec 4<&-
unset PWD OLDPWD SHLVL _
shift
exec "$@"`;

/** Where the script finds the pipe that closes when we end. The third is the channel for messages. */
const LIFELINE = 4;

/**
 * Starts one of our own modules as a process, below the API's priority and without its environment, except for where
 * compiled code is kept. Everything that it needs to know, secrets above all, is sent to it as a message. It's in a
 * group of its own, and ends with us, whatever it is doing.
 */
export function startChild(
  module: URL,
  priority: Priority,
  { output = 'ignore', dataBytes = DATA_BYTES }: ChildOptions = {},
): ChildProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const kibibytes = String(Math.floor(dataBytes / 1024));
  const child = fork(fileURLToPath(module), [], {
    env: { PATH, TZ: 'UTC', LANG: 'C.UTF-8', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    execPath: '/bin/sh',
    execArgv: ['-c', SCRIPT, 'child', kibibytes, process.execPath, ...FLAGS],
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', output, 'inherit', 'ipc', 'pipe'],
  });
  exitAfterMessages(child);
  const lifeline = child.stdio[LIFELINE] as Socket | undefined;
  lifeline?.on('error', () => undefined).unref();
  child.once('exit', () => lifeline?.destroy());
  try {
    const niceness = Math.min(getPriority() + BELOW_US[priority], LOWEST);
    if (child.pid !== undefined) setPriority(child.pid, niceness);
  } catch {
    // It has exited already, which its exit event reports.
  }
  return child;
}

/** Whether a process has not ended yet. That it has is known before its exit event, which can be held back. */
export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;

/**
 * Holds back the exit of a process until all that it has sent has arrived. On a busy machine, Node reports the exit first,
 * and who waits for an answer would take the process for lost.
 */
function exitAfterMessages(child: ChildProcess): void {
  const emit = child.emit.bind(child);
  child.emit = (name: string, ...values: unknown[]) => {
    if (name !== 'exit' || !child.connected) return emit(name, ...values);
    return child.once('disconnect', () => emit(name, ...values)) === child;
  };
}
