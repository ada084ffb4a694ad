import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { makeTestFolder } from '@headwater/base/testing/test-folder';

const SOURCE = new URL('../src/', import.meta.url).pathname;

/** Ends a process gracefully when its parent is gone for any reason, because then its stdin closes. */
const END_WITH_US = `--import=data:text/javascript,${encodeURIComponent(
  `process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGTERM')).unref();`,
)}`;

/**
 * Makes a data directory for tests that start the product itself. `clear` also stops a PostgreSQL server left in it.
 */
export function makeDataDirectory(name = 'data'): { path: string; clear(): Promise<void> } {
  const folder = makeTestFolder();
  return { path: join(folder.path, name), clear: folder.remove };
}

/** A process of the product, with its output so far. */
export class ProductProcess {
  readonly child: ChildProcess;
  output = '';

  constructor(entry: 'server.ts' | 'cli.ts', args: readonly string[], environment: Record<string, string>) {
    const { PATH, HOME } = process.env;
    this.child = spawn(process.execPath, [END_WITH_US, join(SOURCE, entry), ...args], {
      env: { PATH, HOME, PORT: '0', ...environment },
    });
    for (const stream of [this.child.stdout!, this.child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
  }

  /** Waits for the URL at which the product is served. */
  async address(): Promise<string> {
    for (;;) {
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(this.output) ?? [];
      if (address) return address;
      if (this.child.exitCode !== null)
        throw new Error(`The process ended with ${this.child.exitCode}: ${this.output}`);
      await Promise.race([once(this.child.stdout!, 'data'), once(this.child, 'exit')]);
    }
  }

  /** Waits until the process has ended and its output is read, and returns its exit code. */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }

  async stop(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.ended();
  }
}
