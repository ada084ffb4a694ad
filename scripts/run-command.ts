import { spawn, type ChildProcess } from 'node:child_process';
import { ROOT } from './packages.ts';

interface Command {
  args: readonly string[];
  cwd?: string;
  env?: Record<string, string | undefined>;
  minutes: number;
}

const running = new Set<ChildProcess>();

/**
 * Runs node with these arguments in a separate process group. Returns its exit code and everything it
 * printed.
 */
export function runCommand({ args, cwd = ROOT, env, minutes }: Command) {
  return new Promise<{ code: number; output: string; timedOut: boolean }>((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    let output = '';
    let timedOut = false;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    const timer = setTimeout(() => {
      timedOut = true;
      stop(child);
    }, minutes * 60_000);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code: timedOut ? 1 : (code ?? 1), output, timedOut });
    });
  });
}

/** Stops all running commands and everything that they have started. */
export function stopCommands(): void {
  for (const child of running) stop(child);
}

const GRACE_MS = 10_000;

function stop(child: ChildProcess): void {
  signalGroup(child, 'SIGTERM');
  setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS).unref();
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has already exited.
  }
}
