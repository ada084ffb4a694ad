export interface RowWindow {
  /** Rows from `first` up to, and without, `end` are drawn. */
  first: number;
  end: number;
  /** Height of what is left out above and below, in px. */
  above: number;
  below: number;
}

interface Scrolled {
  count: number;
  rowHeight: number;
  scrollTop: number;
  height: number;
}

const OVERSCAN = 12;

/** Which of many rows of one height are worth drawing: those in sight, and some to scroll into. */
export function rowWindow({ count, rowHeight, scrollTop, height }: Scrolled): RowWindow {
  const first = clamp(Math.floor(scrollTop / rowHeight) - OVERSCAN, 0, count);
  const end = clamp(Math.ceil((scrollTop + height) / rowHeight) + OVERSCAN, first, count);
  return { first, end, above: first * rowHeight, below: (count - end) * rowHeight };
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
