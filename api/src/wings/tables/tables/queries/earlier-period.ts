import type { QueryCondition } from '@headwater/shared/contract';
import { earlierRange, endBefore, endOfEqualPart, type Reading } from './earlier-range.ts';
import { unitsOf } from '../rows/time-range.ts';
import { beginningOf } from '@headwater/protocol/values-of-moments';

export type { ComparedPeriod } from './earlier-range.ts';

/** A period of the past as values of a column, `end` being the first one after it, and as days. */
export interface EarlierPeriod {
  readonly begin: string;
  readonly end: string;
  readonly from: string;
  readonly through: string;
  readonly until: string | null;
  readonly isPart: boolean;
}

/**
 * Returns the period that a range that moves with the clock is compared with. While the range isn't over, only the equal
 * part of the earlier period counts: up to the same day of its last unit and the same time by the clock.
 */
export function earlierPeriod(
  { values: [text = '', zone = 'UTC'] }: Pick<QueryCondition, 'values'>,
  reading: Reading,
): EarlierPeriod {
  const { unit, current, isOpen, local, from, after } = earlierRange(text, zone, reading);
  const column = { type: reading.type, zone };
  const { value, through, until, isPart } = isOpen
    ? endOfEqualPart({ begin: after.subtract(unitsOf(1, unit)), current, unit, after }, local, column)
    : endBefore(after, column);
  return {
    ...{ begin: beginningOf(from, reading.type, zone), end: value, from: from.toString() },
    ...{ through: through.toString(), until, isPart },
  };
}
