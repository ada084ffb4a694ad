interface PartLimits {
  readonly items: number;
  /** The sum of the items' weights. An item that is heavier is a part of its own. */
  readonly weight?: number;
}

/** Splits items into parts, in order, each as large as the limits allow. */
export function* partsOf<T>(
  items: Iterable<T>,
  { items: mostItems, weight: mostWeight = Infinity }: PartLimits,
  weightOf: (item: T) => number = () => 0,
): Generator<T[]> {
  let part: T[] = [];
  let weight = 0;
  for (const item of items) {
    const added = weightOf(item);
    if (part.length === mostItems || (part.length > 0 && weight + added > mostWeight)) {
      yield part;
      part = [];
      weight = 0;
    }
    part.push(item);
    weight += added;
  }
  if (part.length > 0) yield part;
}
