import { delimited } from './csv/csv.format.ts';
import type { FileFormat, FormatName } from './file-format.ts';
import { jsonDocument, jsonLines } from './json/json.format.ts';
import { ods } from './ods/ods.format.ts';
import { parquet } from './parquet/parquet.format.ts';
import { sqlite } from './sqlite/sqlite.format.ts';
import { unpackedFirst } from './unpacked-file.ts';
import { xlsx } from './xlsx/xlsx.format.ts';

/** What can be read by itself and within other files. Text is read as it's unpacked. */
export const INNER_FORMATS: readonly FileFormat[] = [
  delimited,
  jsonLines,
  jsonDocument,
  ...[parquet, xlsx, ods, sqlite].map(unpackedFirst),
];

export function innerFormat(name: FormatName): FileFormat {
  const found = INNER_FORMATS.find((format) => format.name === name);
  if (!found) throw new Error(`Files of the format ${name} can't be read within an archive`);
  return found;
}
