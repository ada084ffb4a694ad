/** From a moment up to, and without, another, as values of one type. */
export interface Interval {
  from: string;
  until: string;
}

/** Returns an interval as a filter has it among its values, in ISO 8601. */
export const intervalText = (from: string, until: string): string => `${from}/${until}`;

/** Returns the interval that a value among a filter's is. Null for a single moment. */
export function intervalOf(value: string): Interval | null {
  const [from, until] = value.split('/');
  return from !== undefined && until !== undefined ? { from, until } : null;
}
