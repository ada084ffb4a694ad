import { setTimeout as pause } from 'node:timers/promises';

/**
 * Polls until the result is neither undefined nor false, and returns it. Meant for what can't notify, such as
 * another process's port or a file that appears.
 */
export async function until<T>(
  what: string,
  poll: () => Promise<T | undefined | false> | T | undefined | false,
  seconds = 180,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const result = await poll();
    if (result !== undefined && result !== false) return result;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s until ${what}, but it did not happen`);
    await pause(50);
  }
}
