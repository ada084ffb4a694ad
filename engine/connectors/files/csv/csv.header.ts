import type { Finding } from '@headwater/shared/contract';
import { finding } from '@headwater/protocol/finding';
import { storableText } from '@headwater/protocol/storable';
import type { RowCutter } from './csv.row.ts';

const NAME_LENGTH = 200;

/** Returns the texts of all fields of a row. */
export const fieldTexts = (cutter: RowCutter, bytes: Uint8Array): string[] =>
  Array.from({ length: cutter.fields }, (_, at) => cutter.text(bytes, at));

export interface NamedColumns {
  names: string[];
  findings: Finding[];
}

/**
 * Returns the column names of a header. An empty name becomes `column_` and its position, and a repeated name gets a
 * suffix; each is reported as a finding instead of refusing the file. Names that differ only in case count as
 * repeated, as in the warehouse.
 */
export function columnNames(given: readonly string[]): NamedColumns {
  const findings: Finding[] = [];
  const originals = given.map(cleanName);
  const uniqueName = numbering(originals);
  const names = originals.map((original, at) => {
    const column = at + 1;
    const name = uniqueName(original === '' ? `column_${column}` : original);
    if (original === '') findings.push(finding('column_named', { column, name }));
    else if (name !== original) findings.push(finding('column_renamed', { original, column, name }));
    return name;
  });
  return { names, findings };
}

function cleanName(given: string): string {
  const name = storableText(given).trim().slice(0, NAME_LENGTH);
  // The cut may have split a surrogate pair.
  return name.isWellFormed() ? name : name.slice(0, -1);
}

/**
 * Returns a function that makes one name after another unique, with a suffix that gives a name neither used before nor
 * in the header. Each name's numbers continue after its last one, because a header can repeat a name a thousand times.
 */
function numbering(originals: readonly string[]): (wanted: string) => string {
  const inHeader = new Set(originals.map((name) => name.toLowerCase()));
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return (wanted) => {
    const key = wanted.toLowerCase();
    let name = wanted;
    let number = next.get(key) ?? 2;
    while (taken.has(name.toLowerCase()) || (name !== wanted && inHeader.has(name.toLowerCase())))
      name = `${wanted}_${number++}`;
    next.set(key, number);
    taken.add(name.toLowerCase());
    return name;
  };
}

/** Returns the column names of a file without a header. */
export const numberedColumns = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `column_${at + 1}`);
