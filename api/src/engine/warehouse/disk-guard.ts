import { FailureError } from '../../platform/failures/failure.ts';
import { roomOnDisk } from '../../platform/data-directory/disk-room.ts';

const LOOK_MS = 100;

/**
 * Ends work before it has filled a disk. PostgreSQL lives there too, and the engine, which has been seen to break its
 * own memory where a spill meets the end of the disk, is better stopped ahead of it.
 */
export class DiskGuard {
  readonly #folders: readonly string[];

  constructor(...folders: string[]) {
    this.#folders = folders;
  }

  /** Throws disk_full where there is no room, or none any more; then `stop` is called until the work has ended. */
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
    // A folder that is gone, with its connection, is for the work to stumble over.
    const rooms = await Promise.all(this.#folders.map((folder) => roomOnDisk(folder).catch(() => Infinity)));
    return rooms.some((room) => room <= 0);
  }
}
