import type { ColumnKind } from '@headwater/shared/contract';

const KINDS: readonly (readonly [RegExp, ColumnKind])[] = [
  [/\]$/, 'list'],
  [/^(STRUCT|MAP|UNION)\(|^(JSON|VARIANT)$/, 'json'],
  [/^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$|^(FLOAT|DOUBLE|BIGNUM)$|^DECIMAL\(/, 'number'],
  [/^TIMESTAMP/, 'timestamp'],
  [/^TIME/, 'time'],
  [/^DATE$/, 'date'],
  [/^BOOLEAN$/, 'boolean'],
  [/^UUID$/, 'uuid'],
  [/^BLOB$/, 'binary'],
];

/** Returns what values of a type of the engine are to a reader. */
export const kindOfType = (type: string): ColumnKind =>
  KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? 'text';
