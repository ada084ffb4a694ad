import type { Finding } from '@headwater/shared/contract';
import { finding } from '../finding.ts';
import type { RowCutter } from './csv.row.ts';

const NAME_LENGTH = 200;

/**
 * Column names from the header as it stands. An empty one is numbered and a repeated one gets a suffix, each with a
 * finding: a file is not refused for its header. Names that differ only in case count as repeated, as in the warehouse.
 */
export function nameColumns(cutter: RowCutter, bytes: Uint8Array): { names: string[]; findings: Finding[] } {
  const names: string[] = [];
  const findings: Finding[] = [];
  const taken = new Set<string>();
  const originals = headerCells(cutter, bytes);
  for (const [i, original] of originals.entries()) {
    const wanted = original === '' ? `column_${i + 1}` : original;
    const name = unique(wanted, taken, originals);
    const column = i + 1;
    if (original === '') findings.push(finding('column_named', { column, name }));
    else if (name !== original) findings.push(finding('column_renamed', { original, column, name }));
    names.push(name);
  }
  return { names, findings };
}

function headerCells(cutter: RowCutter, bytes: Uint8Array): string[] {
  return Array.from({ length: cutter.fields }, (_, at) => {
    const name = cutter.text(bytes, at).trim().slice(0, NAME_LENGTH);
    // A character of two halves may have been cut between them.
    return name.isWellFormed() ? name : name.slice(0, -1);
  });
}

function unique(wanted: string, taken: Set<string>, originals: readonly string[]): string {
  let name = wanted;
  for (let n = 2; taken.has(name.toLowerCase()) || (name !== wanted && standsElsewhere(name, originals)); n++)
    name = `${wanted}_${n}`;
  taken.add(name.toLowerCase());
  return name;
}

const standsElsewhere = (name: string, originals: readonly string[]) =>
  originals.some((original) => original.toLowerCase() === name.toLowerCase());

/** Of a file without a header. */
export const numberedColumns = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `column_${at + 1}`);
