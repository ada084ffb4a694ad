/** Answers whether something may happen once more: so many times in each minute. */
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
