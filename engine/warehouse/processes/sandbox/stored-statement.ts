import { identifier } from '../../sql/sql.ts';
import { momentText, validJson } from '../../sql/value-text.ts';
import type { ResultColumn, WrittenColumn } from './messages.ts';

/** Types that tables have. All others become one of them. */
const SCALAR =
  'BOOLEAN|U?(?:TINY|SMALL|BIG)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\\(\\d+,\\d+\\)|VARCHAR|JSON|BLOB|UUID|DATE|TIME|TIMESTAMP|TIMESTAMP WITH TIME ZONE';
const STORED = new RegExp(`^(?:${SCALAR})(?:\\[\\])?$`);

/** Types of values with parts, which become JSON. */
const NESTED = /^(STRUCT|MAP|UNION)\(|^VARIANT$|\]$/;

/**
 * Returns the type in which a table has values of a type of the engine. Sums of whole numbers are HUGEINT. Nanoseconds, which
 * no type of tables holds, stay as text.
 */
function storedType(type: string): string {
  if (STORED.test(type)) return type;
  if (NESTED.test(type)) return 'JSON';
  if (type === 'HUGEINT' || type === 'UHUGEINT') return 'DECIMAL(38,0)';
  if (/^TIMESTAMP_(S|MS)$/.test(type)) return 'TIMESTAMP';
  return 'VARCHAR';
}

/** Returns the columns of a table with the rows of a query: with names that differ, and types that tables have. */
export function storedColumns(columns: readonly ResultColumn[]): WrittenColumn[] {
  const wanted = new Set(columns.map(({ name }) => name.toLowerCase()));
  // The engine's own row IDs, by which pages are read, have this name.
  const taken = new Set(['rowid']);
  return columns.map(({ name, type }) => {
    let free = name === '' ? 'column' : name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
      const next = `${name}_${number}`;
      if (!wanted.has(next.toLowerCase())) free = next;
    }
    taken.add(free.toLowerCase());
    return { name: free, type: storedType(type), sourceType: type };
  });
}

/**
 * Selects the rows of a query in the types that tables have. `query` is one SELECT with these columns. `start` is where it
 * begins, in bytes.
 */
export function storedStatement(
  query: string,
  columns: readonly ResultColumn[],
): { sql: string; start: number } {
  const names = columns.map((_, at) => identifier(`c${at}`));
  const values = columns.map(({ type }, at) => stored(names[at]!, type));
  const before = `select ${values.join(', ')} from (\n`;
  return {
    sql: `${before}${query}\n) as result(${names.join(', ')})`,
    start: Buffer.byteLength(before),
  };
}

function stored(value: string, type: string): string {
  const target = storedType(type);
  if (target === 'JSON') return `${validJson(`cast(${value} as json)::varchar`, type)}::json`;
  if (target === type) return value;
  return type === 'TIMESTAMP_NS' ? momentText(value, type) : `cast(${value} as ${target})`;
}
