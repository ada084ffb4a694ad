import type { FieldSpec } from './specification.ts';

/** Returns the fields in rows. A number shares the row of the text field before it, as a port does with its host. */
export function rowsOf(fields: readonly FieldSpec[]): FieldSpec[][] {
  const rows: FieldSpec[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.kind === 'integer' && last?.length === 1 && last[0]?.kind === 'text') last.push(field);
    else rows.push([field]);
  }
  return rows;
}
