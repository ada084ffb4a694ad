import type { StreamColumn } from '../protocol/protocol.ts';
import { identifier } from './sql.ts';
import { decimalText, floatText } from './value-text.ts';

/**
 * The column as text, and the statement that makes it one, its values as the source writes them. Exact numbers are
 * settled at the end, as unbounded ones are: it may be a longer number that didn't fit.
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

function sourceText({ encoding, type }: StreamColumn, name: string): string {
  if (encoding === 'hex') return `'\\x' || lower(hex(${name}))`;
  if (type.endsWith('[]')) return `to_json(${name})::varchar`;
  if (type === 'FLOAT' || type === 'DOUBLE') return floatText(name);
  return decimalText(name, type);
}
