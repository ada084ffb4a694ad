import { ownValue } from '@headwater/shared/contract/plain';
import type { PageColumn } from '../../sql/page-column.ts';

/** What a column is in an Arrow stream. Types that Arrow and its readers don't share with the engine are text, as in other files. */
export type ArrowKind =
  | 'binary'
  | 'bool'
  | 'date'
  | 'decimal'
  | 'float32'
  | 'float64'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'moment'
  | 'text'
  | 'wall_clock';

const KINDS: Readonly<Record<string, ArrowKind>> = {
  SMALLINT: 'int16',
  INTEGER: 'int32',
  BIGINT: 'int64',
  FLOAT: 'float32',
  DOUBLE: 'float64',
  BOOLEAN: 'bool',
  DATE: 'date',
  TIMESTAMP: 'wall_clock',
  'TIMESTAMP WITH TIME ZONE': 'moment',
  BLOB: 'binary',
};

export function arrowKind({ name, type }: PageColumn, asText: ReadonlySet<string>): ArrowKind {
  if (asText.has(name)) return 'text';
  return type.startsWith('DECIMAL(') && !type.endsWith('[]') ? 'decimal' : (ownValue(KINDS, type) ?? 'text');
}
