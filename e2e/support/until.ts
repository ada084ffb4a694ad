import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until the answer is neither undefined nor false, and returns it.
 * For what can't be listened to: another process's port, a file that appears.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  seconds = 60,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s in vain until ${what}`);
    await pause(50);
  }
}
