import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { roomOnDisk } from '../src/platform/data-directory/disk-room.ts';

const VARIABLE = 'HEADWATER_SMALL_DISK';
const MEGABYTE = 1024 ** 2;

const [uid, gid] = [process.getuid!(), process.getgid!()];

/**
 * Runs a program in a mount namespace of its own, where the mount is seen by nobody else and gone with the program,
 * however that ends. Root may do so; others where the system lets them have a user namespace, in which they are
 * themselves again before the program starts.
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

/**
 * Runs a module of tests on a disk of so many megabytes; in there `SmallDisk.here()` is that disk. Skipped where this
 * system has no way to one, but fails in CI, whose green must mean that it was tried.
 */
export async function runOnSmallDisk(context: TestContext, module: URL, megabytes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'headwater-disk-'));
  try {
    await chmod(folder, 0o711); // PostgreSQL's own user passes through
    const way = WAYS.find(
      (each) => spawnSync('unshare', [...argumentsOf(each, 1, folder), 'true']).status === 0,
    );
    if (!way && process.env.CI)
      assert.fail(
        'Nothing can be mounted here, so a full disk would go untested. Give CI root, or user namespaces.',
      );
    if (!way) return context.skip('nothing can be mounted here, as in a container without that right');
    const command = [...argumentsOf(way, megabytes, folder), process.execPath, fileURLToPath(module)];
    // Of this run it must know nothing, or it would report to it.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined, [VARIABLE]: folder };
    const child = spawn('unshare', command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = await once(child, 'close');
    assert.equal(code, 0, output);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The disk that `runOnSmallDisk` has mounted, to be filled and emptied. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static here(): SmallDisk {
    const folder = process.env[VARIABLE];
    if (!folder) throw new Error('This runs on a small disk: start the test beside it.');
    return new SmallDisk(folder);
  }

  get #ballast(): string {
    return join(this.folder, 'ballast');
  }

  /** Fills it but for so many megabytes that uploads and syncs may write. */
  async leave(megabytes: number): Promise<void> {
    await this.free();
    const room = await roomOnDisk(this.folder);
    await writeFile(this.#ballast, Buffer.alloc(room - megabytes * MEGABYTE));
  }

  /** Fills it to the last byte. */
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
