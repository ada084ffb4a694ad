import { FailureError } from '@headwater/base/failures/failure';
import { roomOnDisk } from '@headwater/base/disk/disk-room';

const LOOK_MS = 100;

/**
 * Stops work before it fills a disk. PostgreSQL uses the same disk, and the engine has been seen to corrupt its own
 * memory when the disk is full while it spills.
 */
export class DiskGuard {
  readonly #folders: readonly string[];

  constructor(...folders: string[]) {
    this.#folders = folders;
  }

  /** Runs the work, and throws disk_full if there is no room. If it runs out, calls `stop` until the work has ended. */
  async during<T>(work: () => Promise<T>, stop: () => void): Promise<T> {
    if (await this.#isFull()) throw new FailureError('disk_full');
    let stopped = false;
    let ended = false;
    const look = async () => {
      if (ended || !(await this.#isFull()) || ended) return;
      stopped = true;
      stop();
    };
    const watch = setInterval(() => void look(), LOOK_MS);
    try {
      return await work();
    } catch (error) {
      throw stopped ? new FailureError('disk_full') : error;
    } finally {
      ended = true;
      clearInterval(watch);
    }
  }

  async #isFull(): Promise<boolean> {
    // If a folder was removed with its connection, the work itself fails.
    const rooms = await Promise.all(this.#folders.map((folder) => roomOnDisk(folder).catch(() => Infinity)));
    return rooms.some((room) => room <= 0);
  }
}
