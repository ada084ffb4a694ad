import { posix } from 'node:path';
import { FailureError } from '../../../../platform/failures/failure.ts';
import type { KnownFile } from '../file-format.ts';
import { openArchive, type Archive } from '../zip-entries.ts';
import { formatKind, type FormatKind } from './xlsx.dates.ts';
import { readPart } from './xlsx.parts.ts';

/** The most characters of all texts of a workbook, which are in a part of their own and needed all the time. */
const MOST_TEXT = 100_000_000;

export interface Sheet {
  name: string;
  path: string;
}

/** What all sheets of a workbook share. */
export interface Workbook {
  archive: Archive;
  file: string;
  sheets: Sheet[];
  is1904: boolean;
  /** What the style of a cell makes of its number. */
  styles: FormatKind[];
  texts: string[];
}

export async function openWorkbook(
  { path, fileName: file }: KnownFile,
  signal: AbortSignal,
): Promise<Workbook> {
  const archive = await openArchive(path, file);
  try {
    const paths = await relationsOf(archive, file);
    const sheets: Sheet[] = [];
    let is1904 = false;
    const reader = {
      open(name: string, attributes: Readonly<Record<string, string>>) {
        if (name === 'workbookPr') is1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
        if (name !== 'sheet') return;
        const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? '';
        const target = paths.get(id);
        // A chart can be a sheet as well, and has no cells.
        if (target?.includes('worksheet')) sheets.push({ name: attributes.name ?? id, path: target });
      },
    };
    for await (const _ of readPart(archive, 'xl/workbook.xml', file, reader)) signal.throwIfAborted();
    const styles = await stylesOf(archive, file);
    return { archive, file, sheets, is1904, styles, texts: await textsOf(archive, file, signal) };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function relationsOf(archive: Archive, file: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const reader = {
    open(name: string, { Id, Target }: Readonly<Record<string, string>>) {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return;
      found.set(Id, Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target));
    },
  };
  for await (const _ of readPart(archive, 'xl/_rels/workbook.xml.rels', file, reader));
  return found;
}

async function stylesOf(archive: Archive, file: string): Promise<FormatKind[]> {
  const codes = new Map<number, string>();
  const styles: FormatKind[] = [];
  let isCellStyle = false;
  const reader = {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (name === 'cellXfs') isCellStyle = true;
      if (name !== 'xf' || !isCellStyle) return;
      const id = Number(attributes.numFmtId ?? 0);
      styles.push(formatKind(id, codes.get(id)));
    },
    close(name: string) {
      if (name === 'cellXfs') isCellStyle = false;
    },
  };
  for await (const _ of readPart(archive, 'xl/styles.xml', file, reader));
  return styles;
}

async function textsOf(archive: Archive, file: string, signal: AbortSignal): Promise<string[]> {
  const texts: string[] = [];
  let characters = 0;
  let text = '';
  let [isText, isReading] = [false, 0];
  const reader = {
    open(name: string) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isReading += 1;
      else if (name === 't') isText = isReading === 0;
    },
    text(part: string) {
      if (isText) text += part;
    },
    close(name: string) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isReading -= 1;
      else if (name === 'si') {
        characters += text.length;
        if (characters > MOST_TEXT) throw new FailureError('file_sheet_too_large', { file });
        texts.push(unescaped(text));
      }
    },
  };
  for await (const _ of readPart(archive, 'xl/sharedStrings.xml', file, reader)) signal.throwIfAborted();
  return texts;
}

/** Characters that XML can't have are written as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;
