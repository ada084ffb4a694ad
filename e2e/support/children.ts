import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { scratch } from './scratch.ts';

const register = () => join(scratch(), 'children');

export interface ChildOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** The user it runs as, if not the current one. */
  user?: { uid: number; gid: number };
  /** A file that its output is also written to. */
  logFile?: string;
}

export interface Child {
  readonly pid: number;
  /** Returns everything it has printed so far. */
  output(): string;
  /** Resolves with its exit code or with the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  hasEnded(): boolean;
  /**
   * Sends the signal to this process alone, as a person or the kernel would, and waits until it has exited.
   */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
  /** Returns whether any process of its group still exists. */
  leftBehind(): boolean;
}

/**
 * Starts a process in a separate process group and records its PID, so that `stopLeftovers` finds it even if
 * its parent was killed.
 */
export function startChild(command: string, args: readonly string[], options: ChildOptions = {}): Child {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...options.user,
  });
  const text = collectOutput(child, options.logFile);
  const ended = endOf(child, `${command} ${args.join(' ')}`);
  const pid = child.pid ?? 0;
  if (pid) record(pid);
  return {
    pid,
    output: () => text.join(''),
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: (signal = 'SIGTERM') => stopChild(child, ended, signal),
    leftBehind: () => isAlive(-pid),
  };
}

/** Kills the processes that earlier calls started and did not stop. Returns how many there were. */
export function stopLeftovers(): number {
  if (!existsSync(register())) return 0;
  const left = readdirSync(register()).filter((name) => {
    const pid = Number(name);
    const same = startOf(pid) === readFileSync(join(register(), name), 'utf8');
    rmSync(join(register(), name));
    return same ? kill(-pid) : isOnlyGroupLeft(pid) && kill(-pid);
  });
  return left.length;
}

function collectOutput(child: ChildProcess, logFile?: string): string[] {
  const text: string[] = [];
  const log = logFile ? createWriteStream(logFile, { flags: 'a' }) : undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text.push(part);
      log?.write(part);
    });
  }
  child.once('close', () => log?.end());
  return text;
}

async function endOf(child: ChildProcess, what: string): Promise<number | NodeJS.Signals> {
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`${what} could not be started`, { cause: error });
  });
  const closed = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | NodeJS.Signals);
  failed.catch(() => undefined);
  return Promise.race([closed, failed]);
}

async function stopChild(
  child: ChildProcess,
  ended: Promise<number | NodeJS.Signals>,
  signal: NodeJS.Signals,
) {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  const patience = setTimeout(() => child.kill('SIGKILL'), 30_000);
  return ended.finally(() => clearTimeout(patience));
}

function record(pid: number): void {
  mkdirSync(register(), { recursive: true });
  writeFileSync(join(register(), String(pid)), startOf(pid));
}

/**
 * Returns when a process started, which distinguishes it from a later one with the same PID. Empty if the
 * system has no /proc.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? '';
  } catch {
    return '';
  }
}

/** Returns true if the group's leader has exited but processes that it started have not. */
function isOnlyGroupLeft(pid: number): boolean {
  return !isAlive(pid) && isAlive(-pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns false if there is no such process, or no longer. */
export function kill(pid: number, signal: NodeJS.Signals = 'SIGKILL'): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
