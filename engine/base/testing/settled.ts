const LOOK_AGAIN_MS = 50;
const GIVE_UP_MS = 180_000;

/** Repeats a request until its result is as expected. For background work that can only be observed. */
export async function settled<T>(ask: () => Promise<T>, isSettled: (response: T) => boolean): Promise<T> {
  const until = Date.now() + GIVE_UP_MS;
  for (;;) {
    const response = await ask();
    if (isSettled(response)) return response;
    if (Date.now() > until) throw new Error(`Never settled: ${JSON.stringify(response).slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
