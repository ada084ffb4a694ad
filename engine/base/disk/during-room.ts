import { Refusal } from '../refusals/refusal.ts';
import { roomOnDisk } from './disk-room.ts';

const LOOK_MS = 100;

/**
 * Runs work that writes into a folder. Its signal is aborted with the refusal `disk_full` before there is no room for
 * anything else, so whoever writes keeps the reserve for all others.
 */
export async function duringRoom<T>(
  folder: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const full = new AbortController();
  const look = async () => {
    if ((await roomOnDisk(folder).catch(() => Infinity)) <= 0) full.abort(new Refusal('disk_full'));
  };
  await look();
  const watch = setInterval(() => void look(), LOOK_MS);
  try {
    return await work(AbortSignal.any([signal, full.signal]));
  } finally {
    clearInterval(watch);
  }
}
