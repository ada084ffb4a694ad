/** Begins each work in order, only so many at a time. Returns what each promises. */
export function inTurns<T>(most: number, works: readonly (() => Promise<T>)[]): Promise<T>[] {
  const promised = works.map(() => Promise.withResolvers<T>());
  let next = 0;
  const lane = async () => {
    for (let at = next; at < works.length; at = next) {
      next += 1;
      await works[at]!().then(promised[at]!.resolve, promised[at]!.reject);
    }
  };
  for (let lanes = 0; lanes < most; lanes += 1) void lane();
  return promised.map(({ promise }) => promise);
}
