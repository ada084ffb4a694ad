const LOOK_AGAIN_MS = 50;
const GIVE_UP_MS = 30_000;

/** Asks until the answer is what is waited for. For work that goes on by itself and can only be watched. */
export async function settled<T>(ask: () => Promise<T>, isSettled: (response: T) => boolean): Promise<T> {
  const until = Date.now() + GIVE_UP_MS;
  for (;;) {
    const response = await ask();
    if (isSettled(response)) return response;
    if (Date.now() > until) throw new Error(`Never settled: ${JSON.stringify(response).slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
