import type { StreamColumn } from '@headwater/protocol/protocol';
import { identifier } from '../sql/sql.ts';
import { decimalText, floatText } from '../sql/value-text.ts';

/**
 * Returns the column as text, and the statement that converts it, with its values as the source writes them. The type
 * of exact numbers is chosen at the end, as for unbounded ones, because a longer number may be what didn't fit.
 */
export function widened(column: StreamColumn): { statement: string; column: StreamColumn } {
  const name = identifier(column.name);
  return {
    statement: `alter table stage.main.data alter ${name} type varchar using ${sourceText(column, name)}`,
    column: {
      ...column,
      kind: column.kind === 'list' ? 'json' : 'text',
      type: 'VARCHAR',
      encoding: isExactNumber(column) ? 'widest_decimal' : 'value',
    },
  };
}

const isExactNumber = ({ encoding, type }: StreamColumn) =>
  encoding === 'value' && /^(SMALLINT|INTEGER|BIGINT|DECIMAL)/.test(type);

/** Returns SQL for a value's text as the source writes it. */
export function sourceText({ type }: Pick<StreamColumn, 'type'>, name: string): string {
  if (type === 'BLOB') return `'\\x' || lower(hex(${name}))`;
  if (type.endsWith('[]')) return `to_json(${name})::varchar`;
  if (type === 'FLOAT' || type === 'DOUBLE') return floatText(name);
  return decimalText(name, type);
}
