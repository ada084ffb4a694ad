import { isDiskFull, roomOnDisk } from '@headwater/base/disk/disk-room';
import { FailureError } from '@headwater/base/failures/failure';

const LOOK_EVERY_BYTES = 16 * 1024 ** 2;

/** Whoever writes files to a folder for itself asks before each piece, so that the reserve of its disk stays free. */
export class DiskShare {
  readonly #folder: string;
  #left = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws `disk_full` if there is no room for so many bytes. */
  async take(bytes: number): Promise<void> {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    const room = await roomOnDisk(this.#folder);
    if (room < bytes) throw new FailureError('disk_full');
    this.#left = Math.min(room, LOOK_EVERY_BYTES);
  }
}

/** What ends writing to a disk that is full although there was room a moment ago. */
export const asDiskFull = (error: unknown): unknown =>
  isDiskFull(error) ? new FailureError('disk_full') : error;
