import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { roomOnDisk } from '../disk/disk-room.ts';

const VARIABLE = 'HEADWATER_SMALL_DISK';
const MEGABYTE = 1024 ** 2;

const [uid, gid] = [process.getuid!(), process.getgid!()];

/**
 * Ways to run a program in a separate mount namespace, in which the mount is invisible to others and disappears with
 * the program, however it ends. Root can do so directly. Others need a user namespace if the system allows one, and
 * get their own user ID back before the program starts.
 */
const WAYS = [
  { enter: ['--mount'], become: [] },
  {
    enter: ['--map-root-user', '--mount'],
    become: ['unshare', `--map-user=${uid}`, `--map-group=${gid}`, '--'],
  },
];

function argumentsOf({ enter, become }: (typeof WAYS)[number], megabytes: number, folder: string): string[] {
  const script = `mount -t tmpfs -o size=${megabytes}m,mode=755 tmpfs "$0" && exec "$@"`;
  return [...enter, '--', 'sh', '-c', script, folder, ...become];
}

/** Returns a command that runs a module on a disk of `megabytes` in the folder, or undefined if nothing can be mounted. */
export function onSmallDisk(
  module: URL,
  megabytes: number,
  folder: string,
): { command: string[]; env: NodeJS.ProcessEnv } | undefined {
  const way = WAYS.find(
    (each) => spawnSync('unshare', [...argumentsOf(each, 1, folder), 'true']).status === 0,
  );
  if (!way) return undefined;
  return {
    command: ['unshare', ...argumentsOf(way, megabytes, folder), process.execPath, fileURLToPath(module)],
    // The child must not know about this test run, or it would report its results to it.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, [VARIABLE]: folder },
  };
}

/**
 * Runs a test module on a disk of `megabytes`, which `SmallDisk.here()` returns there. If the system allows no such
 * mount, the test is skipped, but fails in CI, where a passing run must mean that it ran.
 */
export async function runOnSmallDisk(context: TestContext, module: URL, megabytes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-disk-'));
  try {
    await chmod(folder, 0o711); // PostgreSQL's own user must be able to enter.
    const found = onSmallDisk(module, megabytes, folder);
    if (!found && process.env.CI)
      assert.fail(
        'Nothing can be mounted here, so a full disk would not be tested. Run CI as root or allow user namespaces.',
      );
    if (!found) return context.skip('nothing can be mounted here, as in a container without that permission');
    const [program, ...options] = found.command;
    const child = spawn(program!, options, { env: found.env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = await once(child, 'close');
    assert.equal(code, 0, output);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The disk that `runOnSmallDisk` has mounted. It can be filled and freed. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static isHere(): boolean {
    return process.env[VARIABLE] !== undefined;
  }

  static here(): SmallDisk {
    const folder = process.env[VARIABLE];
    if (!folder) throw new Error('This module only runs on a small disk. Run the test that starts it.');
    return new SmallDisk(folder);
  }

  get #ballast(): string {
    return join(this.folder, 'ballast');
  }

  /** Fills the disk until only `megabytes` are left for uploads and syncs, or frees as many. It never has more room meanwhile. */
  async leave(megabytes: number): Promise<void> {
    const excess = (await roomOnDisk(this.folder)) - megabytes * MEGABYTE;
    const ballast = await stat(this.#ballast).catch(() => ({ size: 0 }));
    if (excess > 0) await appendFile(this.#ballast, Buffer.alloc(Math.ceil(excess)));
    else await truncate(this.#ballast, Math.max(Math.floor(ballast.size + excess), 0));
  }

  /** Fills the disk to the last byte. */
  async fill(): Promise<void> {
    try {
      for (;;) await appendFile(this.#ballast, Buffer.alloc(MEGABYTE));
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
  }

  async free(): Promise<void> {
    await rm(this.#ballast, { force: true });
  }
}
