import { milliseconds } from './statistics.ts';

export interface Steady {
  /** How long each request took, in ms. */
  times: number[];
  /** What went wrong, if anything did. */
  faults: string[];
}

/**
 * Sends a request every `every` ms until the work is done, whether the ones before have returned or not, as people do
 * who don't know of each other.
 */
export async function requestsDuring(
  every: number,
  send: (number: number) => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<Steady> {
  const times: number[] = [];
  const faults: string[] = [];
  const requests: Promise<void>[] = [];
  const start = performance.now();
  // As many as are due by now: a timer that is late skips none.
  const timer = setInterval(() => {
    while (requests.length * every <= performance.now() - start) {
      const request = milliseconds(() => send(requests.length));
      requests.push(
        request.then(
          (time) => void times.push(time),
          (error) => void faults.push(String(error)),
        ),
      );
    }
  }, every);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  await Promise.all(requests);
  return { times, faults };
}
