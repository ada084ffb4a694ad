import type { FieldSpec } from './specification.ts';

/** Fields as they stand in the form: a number that follows a text, as a port its host, shares its line. */
export function rowsOf(fields: readonly FieldSpec[]): FieldSpec[][] {
  const rows: FieldSpec[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.kind === 'integer' && last?.length === 1 && last[0]?.kind === 'text') last.push(field);
    else rows.push([field]);
  }
  return rows;
}
