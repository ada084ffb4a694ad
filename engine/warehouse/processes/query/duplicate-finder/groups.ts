/** Numbers from 0 on that are put into groups two by two, as a forest whose roots stand for the groups. */
export class Groups {
  readonly #parents: Int32Array;

  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, at) => at);
  }

  /** Puts the groups of two numbers together. */
  join(one: number, other: number): void {
    const [a, b] = [this.#root(one), this.#root(other)];
    if (a !== b) this.#parents[Math.max(a, b)] = Math.min(a, b);
  }

  /** Lists all groups in the order of their first numbers. */
  lists(): number[][] {
    const lists = new Map<number, number[]>();
    for (const at of this.#parents.keys()) {
      const root = this.#root(at);
      const list = lists.get(root);
      if (list) list.push(at);
      else lists.set(root, [at]);
    }
    return [...lists.values()];
  }

  /** Shortens the way for the next time. */
  #root(of: number): number {
    const parents = this.#parents;
    let at = of;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  }
}
