import type { StreamColumn } from '../protocol/protocol.ts';
import { identifier } from './sql.ts';
import { floatText } from './value-text.ts';

/** The column as text, and the statement that makes it one, its values as the source writes them. */
export function widened(column: StreamColumn): { statement: string; column: StreamColumn } {
  const name = identifier(column.name);
  return {
    statement: `alter table stage.main.data alter ${name} type varchar using ${sourceText(column, name)}`,
    column: { ...column, kind: column.kind === 'list' ? 'json' : 'text', type: 'VARCHAR', encoding: 'value' },
  };
}

function sourceText({ encoding, type }: StreamColumn, name: string): string {
  if (encoding === 'hex') return `'\\x' || lower(hex(${name}))`;
  if (type.endsWith('[]')) return `to_json(${name})::varchar`;
  if (type === 'FLOAT' || type === 'DOUBLE') return floatText(name);
  return `${name}::varchar`;
}
