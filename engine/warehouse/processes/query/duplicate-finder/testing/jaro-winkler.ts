/** The Jaro-Winkler similarity as its definition has it, to check what the engine computes. */
export function jaroWinkler(one: string, other: string): number {
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1);
  const taken = new Set<number>();
  const matches: string[] = [];
  for (const [at, letter] of [...one].entries())
    for (let to = Math.max(0, at - reach); to <= Math.min(other.length - 1, at + reach); to += 1)
      if (!taken.has(to) && other[to] === letter) {
        taken.add(to);
        matches.push(letter);
        break;
      }
  if (matches.length === 0) return 0;
  const there = [...taken].toSorted((a, b) => a - b).map((at) => other[at]);
  const transposed = Math.floor(matches.filter((letter, at) => letter !== there[at]).length / 2);
  const m = matches.length;
  const jaro = (m / one.length + m / other.length + (m - transposed) / m) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < one.length && one[prefix] === other[prefix]) prefix += 1;
  return jaro > 0.7 ? jaro + prefix * 0.1 * (1 - jaro) : jaro;
}
