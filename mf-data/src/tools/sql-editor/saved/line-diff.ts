export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Longer texts are shown as wholly replaced, because comparing takes the product of their lengths. */
const LINES_MAX = 1_000;

/** Returns the lines of two texts in one order, with those that only one of them has. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  if (old.length > LINES_MAX || now.length > LINES_MAX)
    return [...old.map((text) => line('removed', text)), ...now.map((text) => line('added', text))];
  const common = commonLengths(old, now);
  const lines: DiffLine[] = [];
  let [left, right] = [0, 0];
  while (left < old.length || right < now.length) {
    if (left < old.length && right < now.length && old[left] === now[right]) {
      lines.push(line('same', old[left]!));
      left += 1;
      right += 1;
    } else if (
      right === now.length ||
      (left < old.length && common[left + 1]![right]! >= common[left]![right + 1]!)
    ) {
      lines.push(line('removed', old[left]!));
      left += 1;
    } else {
      lines.push(line('added', now[right]!));
      right += 1;
    }
  }
  return lines;
}

const line = (kind: DiffLine['kind'], text: string): DiffLine => ({ kind, text });

/** How many lines are the same, in order, from each pair of lines on. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let left = old.length - 1; left >= 0; left -= 1)
    for (let right = now.length - 1; right >= 0; right -= 1)
      lengths[left]![right] =
        old[left] === now[right]
          ? lengths[left + 1]![right + 1]! + 1
          : Math.max(lengths[left + 1]![right]!, lengths[left]![right + 1]!);
  return lengths;
}
