import { spawn } from 'node:child_process';
import { existsSync, openSync, closeSync } from 'node:fs';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from '../config/start-error.ts';
import { commandOf, isAlive } from './process-identity.ts';
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

/** Our own store listens on a Unix socket alone: nobody's "PostgreSQL source" can reach it. */
const SETTINGS = [
  'listen_addresses=',
  'port=5432',
  'unix_socket_permissions=0700',
  'max_connections=100',
  'shared_buffers=64MB',
  'jit=off',
  'log_line_prefix=%m [%p] ',
];

/** The server that runs on `cluster`, by its postmaster.pid; undefined if none does. */
export async function runningServer(cluster: string): Promise<RunningServer | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!pid) return undefined;
  if (!isAlive(pid)) return undefined; // PostgreSQL itself clears the file away then
  if (!(await commandOf(pid)).includes(cluster)) {
    // After a reboot the number may be somebody else's, and PostgreSQL would refuse to start for it.
    await rm(file, { force: true });
    return undefined;
  }
  return { pid, port: Number(lines[3]), sockets: lines[4]!, isReady: lines[7]?.trim() === 'ready' };
}

/** Starts the server and answers its pid once it takes connections. */
export async function startServer(server: ServerSettings): Promise<number> {
  await rotateLog(server.log);
  const log = openSync(server.log, 'a', 0o600);
  const settings = [`unix_socket_directories=${server.sockets}`, ...SETTINGS, ...server.settings];
  const child = spawn(
    server.postgres,
    ['-D', server.cluster, ...settings.flatMap((setting) => ['-c', setting])],
    {
      // A session of its own: Ctrl-C is for us, who stop it when the last request is done. Its words go into a file,
      // as a pipe of ours would be gone after a kill -9, which the server outlives until we are back.
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
    child.once('exit', (code) => reject(startFailure(server, new Error(`It ended with ${code}.`))));
  });
  failed.catch(() => undefined); // it also ends some day long after this function has answered
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
    `Its last words are at the end of ${log}.`,
    { cause },
  );
}

async function rotateLog(log: string): Promise<void> {
  if (!existsSync(log)) return;
  if ((await stat(log)).size > LOG_MAX_BYTES) await rename(log, `${log}.1`);
}

/** Stops the server, whoever started it; rolls back what is open (a "fast" shutdown). */
export async function stopServer(cluster: string): Promise<void> {
  const server = await runningServer(cluster);
  if (!server) return;
  process.kill(server.pid, 'SIGINT');
  for (let waited = 0; waited < STOP_MS; waited += POLL_MS) {
    // A dead one that its parent has not looked after yet has no command any more.
    if (!isAlive(server.pid) || (await commandOf(server.pid)) === '') return;
    await wait(POLL_MS);
  }
  throw new Error(`PostgreSQL (pid ${server.pid}) has not stopped after ${STOP_MS / 1000} s.`);
}
