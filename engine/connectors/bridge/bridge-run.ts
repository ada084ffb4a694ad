import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, lstat, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { isRunning } from '@headwater/base/processes/start-child';
import { FailureError } from '@headwater/base/failures/failure';
import { RECORD_LIMIT } from '@headwater/protocol/record-limit';
import type { BridgeDeclaration } from '@headwater/protocol/bridge-declaration';

const MEGABYTE = 1024 ** 2;
/** The most bytes of a line: a record, and what is around it. */
const LINE_BYTES = RECORD_LIMIT + MEGABYTE;
/** How long an executable may take to end what it has begun. */
const TERM_MS = 2_000;
const DISK_CHECK_MS = 1_000;
const STDERR_CHARACTERS = 2_000;
const MOST_PROCESSES = 512;
/** Nobody. An executable has this account’s rights if the product runs as root. */
const UNPRIVILEGED = 65_534;

/** How a shell ends that could not become what it was asked to. */
const NOT_EXECUTABLE = 126;

/**
 * Limits what follows, and leaves a process behind that waits for ours to end: then, also if that is killed, it removes
 * the folder with the configuration and kills whatever is left of the group, itself included.
 */
const SCRIPT = `ulimit -c 0; ulimit -d "$1"; ulimit -f "$2"
[ "$3" = 0 ] || ulimit -u "$3" 2>/dev/null || ulimit -p "$3" 2>/dev/null
{ trap '' TERM INT HUP; read -r _ <&3; rm -rf "$4"; kill -KILL 0; } >/dev/null 2>&1 </dev/null &
exec 3<&-
shift 4
exec "$@"`;

export interface RunOptions {
  /** Given the folder that the files are in. */
  args(folder: string): string[];
  files: Readonly<Record<string, unknown>>;
  signal: AbortSignal;
  /** How long it may be silent, and what is said then. Null if somebody else limits its time. */
  idle: { milliseconds: number; failure: FailureError } | null;
}

/** One run of an executable: in a process group and a folder of its own, within limits, and gone when it’s stopped. */
export class BridgeRun {
  readonly #declaration: BridgeDeclaration;
  readonly #options: RunOptions;
  readonly #folder: string;
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  readonly #diskCheck: NodeJS.Timeout;
  #idle: NodeJS.Timeout | undefined;
  #stderr = '';
  /** Why we have ended it. */
  #reason: FailureError | null = null;
  #stopping: Promise<void> | null = null;

  private constructor(declaration: BridgeDeclaration, options: RunOptions, folder: string) {
    this.#declaration = declaration;
    this.#options = options;
    this.#folder = folder;
    const { command, environment = {}, memoryMegabytes = 1_024, diskMegabytes = 2_048 } = declaration;
    const isRoot = process.getuid?.() === 0;
    const limits = [memoryMegabytes * 1_024, diskMegabytes * 2_048, isRoot ? MOST_PROCESSES : 0];
    const path = process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin';
    this.#child = spawn(
      '/bin/sh',
      ['-c', SCRIPT, 'bridge', ...limits.map(String), folder, ...command, ...options.args(folder)],
      {
        cwd: folder,
        detached: true,
        env: { PATH: path, LANG: 'C.UTF-8', TZ: 'UTC', HOME: folder, TMPDIR: folder, ...environment },
        stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
        ...(isRoot && { uid: UNPRIVILEGED, gid: UNPRIVILEGED }),
      },
    );
    this.#exit = once(this.#child, 'exit').catch(() => undefined);
    // Whoever has left the group would keep the output open.
    void this.#exit.then(() => this.#release());
    this.#child.stdio[3]!.on('error', () => undefined);
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text.slice(-STDERR_CHARACTERS)).slice(-STDERR_CHARACTERS);
    });
    options.signal.addEventListener('abort', this.#abort);
    this.#diskCheck = setInterval(() => void this.#checkDisk(), DISK_CHECK_MS);
    this.heard();
  }

  static async start(declaration: BridgeDeclaration, options: RunOptions): Promise<BridgeRun> {
    options.signal.throwIfAborted();
    // Not in the process’s own folder, which other accounts can’t reach.
    const folder = await mkdtemp(join(tmpdir(), 'headwater-bridge-'));
    try {
      if (process.getuid?.() === 0) await chown(folder, UNPRIVILEGED, UNPRIVILEGED);
      for (const [name, content] of Object.entries(options.files)) {
        const path = join(folder, name);
        await writeFile(path, JSON.stringify(content), { mode: 0o600 });
        if (process.getuid?.() === 0) await chown(path, UNPRIVILEGED, UNPRIVILEGED);
      }
      return new BridgeRun(declaration, options, folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** What it has written to its standard output, line by line. It waits until each has been taken. */
  async *lines(): AsyncGenerator<string> {
    let parts: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of this.#output()) {
      let start = 0;
      for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
        yield Buffer.concat([...parts, chunk.subarray(start, end)]).toString();
        [parts, bytes, start] = [[], 0, end + 1];
      }
      parts.push(chunk.subarray(start));
      bytes += chunk.length - start;
      if (bytes > LINE_BYTES)
        throw this.#failure('bridge_line_too_long', { megabytes: LINE_BYTES / MEGABYTE });
    }
    if (bytes > 0) yield Buffer.concat(parts).toString();
  }

  /** Ends with its output, or when we stop it: why, `succeeded` says. */
  async *#output(): AsyncGenerator<Buffer> {
    try {
      yield* this.#child.stdout! as AsyncIterable<Buffer>;
    } catch (error) {
      if (!this.#stopping) throw error;
    }
  }

  /** Starts the time again in which it may be silent. */
  heard(): void {
    const { idle } = this.#options;
    clearTimeout(this.#idle);
    if (idle && !this.#stopping) this.#idle = setTimeout(() => this.#end(idle.failure), idle.milliseconds);
  }

  /** Waits until it has ended. Throws unless it succeeded; `hide` removes secrets from what it has said. */
  async succeeded(hide: (text: string) => string): Promise<void> {
    await this.#exit;
    this.#options.signal.throwIfAborted();
    if (this.#reason) throw this.#reason;
    const { exitCode, signalCode } = this.#child;
    if (exitCode === 0) return;
    if (exitCode === NOT_EXECUTABLE && process.getuid?.() === 0)
      throw this.#failure('bridge_failed', {
        reason: `the user ${UNPRIVILEGED}, as whom it runs, can’t execute it`,
      });
    const how = signalCode ?? (exitCode === null ? 'it couldn’t be started' : `exit code ${exitCode}`);
    const last = hide(this.#stderr).trim().split('\n').at(-1)!.slice(-300);
    throw this.#failure('bridge_failed', { reason: last === '' ? how : `${how}: ${last}` });
  }

  /** Ends it if it still runs, and removes its folder. */
  stop(): Promise<void> {
    return (this.#stopping ??= this.#stop());
  }

  readonly #abort = () => void this.stop();

  #end(reason: FailureError): void {
    this.#reason ??= reason;
    void this.stop();
  }

  async #stop(): Promise<void> {
    clearInterval(this.#diskCheck);
    clearTimeout(this.#idle);
    this.#options.signal.removeEventListener('abort', this.#abort);
    const { pid } = this.#child;
    if (pid !== undefined && isRunning(this.#child)) {
      signalGroup(pid, 'SIGTERM');
      const late = setTimeout(() => signalGroup(pid, 'SIGKILL'), TERM_MS);
      await this.#exit;
      clearTimeout(late);
    }
    this.#release();
    this.#child.stdout!.destroy();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Lets what was left behind end the rest of the group. */
  #release(): void {
    (this.#child.stdio[3] as Writable).destroy();
  }

  async #checkDisk(): Promise<void> {
    const { diskMegabytes: megabytes = 2_048 } = this.#declaration;
    const bytes = await sizeOf(this.#folder).catch(() => 0);
    if (bytes > megabytes * MEGABYTE) this.#end(this.#failure('bridge_disk_full', { megabytes }));
  }

  #failure(
    code: 'bridge_line_too_long' | 'bridge_failed' | 'bridge_disk_full',
    values: object,
  ): FailureError {
    return new FailureError(code, { bridge: this.#declaration.title, ...values });
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? await sizeOf(path) : (await lstat(path)).size;
  }
  return bytes;
}
