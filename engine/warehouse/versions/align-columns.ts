import { ownValue } from '@headwater/shared/contract/plain';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { isRespelled, respelled } from '../sql/spelling.ts';
import { sourceText } from './widen.ts';

/** A column of the table that rows are merged into. */
export interface TargetColumn {
  column: StreamColumn;
  /** The column as it is in the version to build on, if it has it. */
  before: StreamColumn | null;
  /** The column as it arrives, if it does. */
  arriving: StreamColumn | null;
}

/**
 * Returns the columns of both, in the order in which they came. A column keeps its type unless values arrive that it
 * can't hold, because users' queries and formats depend on it. The engine doesn't distinguish names by case.
 */
export function alignColumns(
  before: readonly StreamColumn[],
  arriving: readonly StreamColumn[],
): TargetColumn[] {
  const byName = new Map(arriving.map((column) => [column.name.toLowerCase(), column]));
  const kept = before.map((column): TargetColumn => {
    const now = byName.get(column.name.toLowerCase());
    if (!now) return { column: { ...column, nullable: true, isLost: true }, before: column, arriving: null };
    const { type, kind, encoding } = widerOf(column, now);
    return { column: { ...now, name: column.name, type, kind, encoding }, before: column, arriving: now };
  });
  const known = new Set(before.map(({ name }) => name.toLowerCase()));
  const added = arriving
    .filter(({ name }) => !known.has(name.toLowerCase()))
    .map((column): TargetColumn => ({ column, before: null, arriving: column }));
  return [...kept, ...added];
}

/** Returns SQL for a value of one column in the type of another that is wider, spelled as it arrives now. */
export function valueAs(to: StreamColumn, from: StreamColumn, given: string): string {
  const value = isRespelled(to, from) ? respelled(from, given) : given;
  if (to.type === from.type) return value;
  return to.type === 'VARCHAR' ? sourceText(from, value) : `cast(${value} as ${to.type})`;
}

export type Shape = Pick<StreamColumn, 'type' | 'kind' | 'encoding'>;

const TEXT: Shape = { type: 'VARCHAR', kind: 'text', encoding: 'value' };

/** Returns the narrowest type that holds the values of both, exactly. */
export function widerOf(before: Shape, now: Shape): Shape {
  if (before.type === now.type) return now;
  for (const [one, other] of [
    [before, now],
    [now, before],
  ] as const)
    if (ownValue(HOLDS, one.type)?.includes(other.type)) return one;
  const digits = [digitsOf(before.type), digitsOf(now.type)] as const;
  return (digits[0] && digits[1] && decimalFor(digits[0], digits[1])) ?? TEXT;
}

/** The types whose values fit as they are. */
const HOLDS: Readonly<Record<string, readonly string[]>> = {
  INTEGER: ['SMALLINT'],
  BIGINT: ['SMALLINT', 'INTEGER'],
  DOUBLE: ['FLOAT', 'SMALLINT', 'INTEGER'],
  TIMESTAMP: ['DATE'],
};

interface Digits {
  whole: number;
  scale: number;
}

const WHOLE: Readonly<Record<string, number>> = { SMALLINT: 5, INTEGER: 10, BIGINT: 19 };
const MOST_DIGITS = 38;

function digitsOf(type: string): Digits | null {
  const digits = ownValue(WHOLE, type);
  if (digits !== undefined) return { whole: digits, scale: 0 };
  const [, precision, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
  return precision === undefined ? null : { whole: Number(precision) - Number(scale), scale: Number(scale) };
}

function decimalFor(one: Digits, other: Digits): Shape | null {
  const scale = Math.max(one.scale, other.scale);
  const precision = Math.max(one.whole, other.whole) + scale;
  if (precision > MOST_DIGITS) return null;
  return { type: `DECIMAL(${precision},${scale})`, kind: 'number', encoding: 'value' };
}
