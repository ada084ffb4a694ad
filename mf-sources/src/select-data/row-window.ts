interface Scrolled {
  count: number;
  rowHeight: number;
  scrollTop: number;
  height: number;
  /** A row that is always drawn: the focused one, because the focus would be lost without it. */
  also: number;
}

const OVERSCAN = 12;

/** Returns the indexes of the rows to draw, in order: the visible ones, some around them, and `also`. */
export function rowWindow({ count, rowHeight, scrollTop, height, also }: Scrolled): number[] {
  // After the list shrinks, its old scroll position can still be passed once.
  const top = clamp(scrollTop, count * rowHeight - height);
  const first = clamp(Math.floor(top / rowHeight) - OVERSCAN, count);
  const end = clamp(Math.ceil((top + height) / rowHeight) + OVERSCAN, count);
  const drawn = Array.from({ length: end - first }, (_, index) => first + index);
  if (also >= count || (also >= first && also < end)) return drawn;
  return also < first ? [also, ...drawn] : [...drawn, also];
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most));
