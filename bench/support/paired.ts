import { median } from './statistics.ts';

export interface Paired<T> {
  federated: T[];
  monolith: T[];
}

/**
 * Measures both sides in every round, in alternating order, so that noise affects both. A first round is not
 * counted.
 */
export async function pairedRounds<T>(
  rounds: number,
  measure: (side: keyof Paired<T>) => Promise<T>,
): Promise<Paired<T>> {
  const results: Paired<T> = { federated: [], monolith: [] };
  await measure('federated');
  await measure('monolith');
  for (let round = 0; round < rounds; round += 1) {
    const order = ['federated', 'monolith'] as const;
    for (const side of round % 2 ? order.toReversed() : order) results[side].push(await measure(side));
  }
  return results;
}

/** Prints one line of the table: both medians, their ratio, and the median of the rounds' ratios. */
export function printLine<T>(name: string, { federated, monolith }: Paired<T>, valueOf: (one: T) => number) {
  const [ours, theirs] = [federated.map(valueOf), monolith.map(valueOf)];
  const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
  const number = (value: number) => Math.round(value).toLocaleString('en').padStart(10);
  const range = (values: number[]) =>
    `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}`;
  const spread = new Set([...ours, ...theirs]).size > 2 ? `  (${range(ours)}; ${range(theirs)})` : '';
  console.log(
    `${name.padEnd(30)}${number(median(ours))}${number(median(theirs))}` +
      `   × ${(median(ours) / median(theirs)).toFixed(3)}   × ${median(ratios).toFixed(3)}${spread}`,
  );
}

export const printHead = () =>
  console.log(`${''.padEnd(30)}${'federated'.padStart(10)}${'monolith'.padStart(10)}   ratio     paired`);
