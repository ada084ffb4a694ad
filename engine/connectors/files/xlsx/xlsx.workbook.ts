import { FailureError } from '@headwater/base/failures/failure';
import type { KnownFile } from '../file-format.ts';
import { openArchive } from '../zip-entries.ts';
import { SheetBudget } from './sheet-budget.ts';
import { formatKind, type FormatKind } from './xlsx.dates.ts';
import { SPREADSHEET } from './xlsx.names.ts';
import { OfficePackage, type Relation } from './xlsx.package.ts';
import type { PartReader } from './xlsx.parts.ts';
import { readTexts, type SharedTexts } from './xlsx.texts.ts';

/** More than any program writes. */
const MOST_SHEETS = 1_000;

export interface Sheet {
  name: string;
  path: string;
}

/** What all sheets of a workbook share. */
export interface Workbook {
  parts: OfficePackage;
  sheets: Sheet[];
  is1904: boolean;
  /** What the style of a cell makes of its number. */
  styles: FormatKind[];
  texts: SharedTexts;
  budget: SheetBudget;
  close(): void;
}

export async function openWorkbook(
  { path, fileName: file }: KnownFile,
  signal: AbortSignal,
): Promise<Workbook> {
  const archive = await openArchive(path, file);
  try {
    const parts = new OfficePackage(archive, file);
    const main = await parts.mainPart();
    if (main === null) throw new FailureError('file_damaged', { file });
    const relations = await parts.relationsOf(main);
    const targetOf = (kind: string) => relations.find((relation) => relation.kind === kind)?.target;
    const { sheets, is1904 } = await mainOf(parts, main, relations, signal);
    const styles = await stylesOf(parts, targetOf('styles'));
    const budget = new SheetBudget(file);
    const texts = await readTexts(parts, targetOf('sharedStrings'), budget, signal);
    return { parts, sheets, is1904, styles, texts, budget, close: () => archive.close() };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function mainOf(
  parts: OfficePackage,
  main: string,
  relations: readonly Relation[],
  signal: AbortSignal,
): Promise<Pick<Workbook, 'sheets' | 'is1904'>> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  const reader: PartReader = {
    vocabulary: SPREADSHEET,
    hasNames: (element) => element === 'sheet',
    open(name, attributes, parent) {
      if (name === 'workbookPr' && parent === 'workbook')
        is1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
      if (name !== 'sheet' || parent !== 'sheets') return;
      const id = attributes['r:id'] ?? '';
      // A chart can be a sheet as well, and has no cells.
      const found = relations.find((relation) => relation.id === id && relation.kind === 'worksheet');
      if (found) sheets.push({ name: attributes.name ?? id, path: found.target });
      if (sheets.length > MOST_SHEETS) throw new FailureError('file_damaged', { file: parts.file });
    },
  };
  for await (const _ of parts.read(main, reader)) signal.throwIfAborted();
  return { sheets, is1904 };
}

async function stylesOf(parts: OfficePackage, path: string | undefined): Promise<FormatKind[]> {
  if (path === undefined) return [];
  const codes = new Map<number, string>();
  const formats: number[] = [];
  const reader: PartReader = {
    vocabulary: SPREADSHEET,
    open(name, attributes, parent) {
      if (name === 'numFmt' && parent === 'numFmts')
        codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (name === 'xf' && parent === 'cellXfs') formats.push(Number(attributes.numFmtId ?? 0));
    },
  };
  for await (const _ of parts.read(path, reader));
  return formats.map((id) => formatKind(id, codes.get(id)));
}
