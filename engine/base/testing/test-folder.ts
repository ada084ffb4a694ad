import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../processes/process-identity.ts';
import { stopServer } from '../postgres/postgres-server.ts';
import { killIfRunning } from './kill-if-running.ts';

const PREFIX = 'headwater-test-';
const EXIT_WAIT_MS = 2_000;

export interface TestFolder {
  readonly path: string;
  /** Stops the PostgreSQL servers that run in the folder and removes it. */
  remove(): Promise<void>;
}

const inUse = new Set<string>();

/**
 * Makes a temporary folder in which PostgreSQL servers can run. If the process exits before calling `remove`, as it
 * does when a test run is interrupted, the servers are stopped and the folder is removed. If it was killed, the next
 * run does that.
 */
export function makeTestFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), PREFIX));
  chmodSync(path, 0o711); // PostgreSQL's own user must be able to enter.
  writeFileSync(join(path, 'owner'), String(process.pid));
  if (inUse.size === 0) process.once('exit', removeAtExit);
  inUse.add(path);
  return { path, remove: () => remove(path) };
}

/** Removes the folders of processes that were killed before they could do so. */
export async function removeAbandonedFolders(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(tmpdir(), name);
    const owner = Number(readIfThere(join(path, 'owner')));
    if (owner && !isAlive(owner)) await remove(path);
  }
}

async function remove(path: string): Promise<void> {
  for (const cluster of clustersIn(path)) await stopServer(cluster);
  rmSync(path, { recursive: true, force: true });
  inUse.delete(path);
  if (inUse.size === 0) process.off('exit', removeAtExit);
}

function removeAtExit(): void {
  for (const path of inUse) {
    for (const cluster of clustersIn(path)) killServer(cluster);
    rmSync(path, { recursive: true, force: true });
  }
}

/** Returns the PostgreSQL clusters in the folder itself or in data directories in it. */
function clustersIn(path: string): string[] {
  return [path, ...namesIn(path).map((name) => join(path, name))]
    .map((folder) => join(folder, 'postgres'))
    .filter((cluster) => existsSync(join(cluster, 'PG_VERSION')));
}

function killServer(cluster: string): void {
  const pid = Number(readIfThere(join(cluster, 'postmaster.pid')).split('\n')[0]);
  if (!pid || !isAlive(pid) || !commandOf(pid).includes(cluster)) return;
  killIfRunning(pid, 'SIGQUIT');
  const moment = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < EXIT_WAIT_MS && isAlive(pid); waited += 10) Atomics.wait(moment, 0, 0, 10);
}

/** Returns a process's command synchronously, because an exiting process can't wait for anything asynchronous. */
function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return ''; // The process has ended.
  }
}

/** Returns the names in a folder, or none if another run has removed it. */
function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
