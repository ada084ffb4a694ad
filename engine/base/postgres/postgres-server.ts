import { spawn } from 'node:child_process';
import { existsSync, openSync, closeSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '@headwater/shared/contract';
import { commandOf, isAlive } from '../processes/process-identity.ts';
import type { OsUser } from './os-user.ts';

export interface ServerSettings {
  readonly postgres: string;
  readonly cluster: string;
  readonly sockets: string;
  readonly user: OsUser | null;
  readonly log: string;
  readonly settings: readonly string[];
}

interface RunningServer {
  readonly pid: number;
  readonly sockets: string;
  readonly port: number;
  readonly isReady: boolean;
}

const POLL_MS = 10;
const START_MS = 60_000;
const STOP_MS = 60_000;
const LOG_MAX_BYTES = 10 * 1024 ** 2;

/** Our own store listens only on a Unix socket, so that no one's "PostgreSQL source" can reach it. */
const SETTINGS = [
  'listen_addresses=',
  'port=5432',
  'unix_socket_permissions=0700',
  'max_connections=100',
  'shared_buffers=64MB',
  'jit=off',
  'log_line_prefix=%m [%p] ',
];

/** Returns the server that runs on `cluster` according to its postmaster.pid, or undefined if none does. */
export async function runningServer(cluster: string): Promise<RunningServer | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!pid) return undefined;
  if (!isAlive(pid)) return undefined; // PostgreSQL itself removes the file in this case
  if (!(await commandOf(pid)).includes(cluster)) {
    // After a reboot, the process ID may belong to another process, and PostgreSQL would refuse to start.
    await rm(file, { force: true });
    return undefined;
  }
  return { pid, port: Number(lines[3]), sockets: lines[4]!, isReady: lines[7]?.trim() === 'ready' };
}

/** Starts the server and returns its process ID once it accepts connections. */
export async function startServer(server: ServerSettings): Promise<number> {
  await rotateLog(server.log);
  const log = openSync(server.log, 'a', 0o600);
  const settings = [`unix_socket_directories=${server.sockets}`, ...SETTINGS, ...server.settings];
  const child = spawn(
    server.postgres,
    ['-D', server.cluster, ...settings.flatMap((setting) => ['-c', setting])],
    {
      // In its own session: Ctrl-C is for us, and we stop the server when the last request is done. Its output goes
      // to a file, because our pipe would be gone after a kill -9, which the server survives until we are back.
      detached: true,
      stdio: ['ignore', log, log],
      cwd: dirname(server.cluster),
      env: { LC_ALL: 'C', PATH: process.env.PATH },
      ...(server.user && { uid: server.user.uid, gid: server.user.gid }),
    },
  );
  closeSync(log);
  child.unref();
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (cause) => reject(startFailure(server, cause)));
    child.once('exit', (code) => reject(startFailure(server, new Error(`It exited with ${code}.`))));
  });
  failed.catch(() => undefined); // the server may also exit long after this function has returned
  const waiting = new AbortController();
  try {
    await Promise.race([untilReady(server.cluster, waiting.signal), failed]);
    return child.pid!;
  } finally {
    waiting.abort();
  }
}

async function untilReady(cluster: string, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < START_MS; waited += POLL_MS) {
    if ((await runningServer(cluster))?.isReady || signal.aborted) return;
    await wait(POLL_MS);
  }
  throw new Error(`PostgreSQL is not ready after ${START_MS / 1000} s.`);
}

function startFailure({ log }: ServerSettings, cause: Error): StartError {
  return new StartError(
    `PostgreSQL did not start: ${cause.message}`,
    `Its last output is at the end of ${log}.`,
    { cause },
  );
}

async function rotateLog(log: string): Promise<void> {
  if (!existsSync(log)) return;
  if ((await stat(log)).size > LOG_MAX_BYTES) await rename(log, `${log}.1`);
}

/** Stops the server, regardless of who started it. Rolls back open transactions (a "fast" shutdown). */
export async function stopServer(cluster: string): Promise<void> {
  const server = await runningServer(cluster);
  if (!server) return;
  process.kill(server.pid, 'SIGINT');
  for (let waited = 0; waited < STOP_MS; waited += POLL_MS) {
    // A dead process that its parent hasn't reaped yet no longer has a command line.
    if (!isAlive(server.pid) || (await commandOf(server.pid)) === '') return;
    await wait(POLL_MS);
  }
  throw new Error(`PostgreSQL (pid ${server.pid}) has not stopped after ${STOP_MS / 1000} s.`);
}
