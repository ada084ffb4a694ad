/** Returns a function that returns true only this many times per minute. */
export function createLimiter(mostAMinute: number): () => boolean {
  let minute = 0;
  let count = 0;
  return () => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) [minute, count] = [now, 0];
    count += 1;
    return count <= mostAMinute;
  };
}
