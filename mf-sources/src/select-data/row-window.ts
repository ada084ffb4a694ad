interface Scrolled {
  count: number;
  rowHeight: number;
  scrollTop: number;
  height: number;
  /** A row that is drawn wherever it is: the one with the focus, which would be lost with it. */
  also: number;
}

const OVERSCAN = 12;

/** Which of many rows of one height are drawn: those in sight, some to scroll into, and `also`; in order. */
export function rowWindow({ count, rowHeight, scrollTop, height, also }: Scrolled): number[] {
  // A list that has just shrunk is still told its old position.
  const top = clamp(scrollTop, count * rowHeight - height);
  const first = clamp(Math.floor(top / rowHeight) - OVERSCAN, count);
  const end = clamp(Math.ceil((top + height) / rowHeight) + OVERSCAN, count);
  const drawn = Array.from({ length: end - first }, (_, index) => first + index);
  if (also >= count || (also >= first && also < end)) return drawn;
  return also < first ? [also, ...drawn] : [...drawn, also];
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most));
