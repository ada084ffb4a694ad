import { delimited } from '../csv/csv.format.ts';
import { archive } from './archive/archive.format.ts';
import type { FileFormat, FormatName } from './file-format.ts';
import { jsonDocument, jsonLines } from './json/json.format.ts';
import { ods } from './ods/ods.format.ts';
import { parquet } from './parquet/parquet.format.ts';
import { xlsx } from './xlsx/xlsx.format.ts';
import { sqlite } from './sqlite/sqlite.format.ts';

const FORMATS: readonly FileFormat[] = [
  delimited,
  jsonLines,
  jsonDocument,
  parquet,
  xlsx,
  ods,
  sqlite,
  archive,
];

export function formatNamed(name: FormatName): FileFormat {
  const found = FORMATS.find((format) => format.name === name);
  if (!found) throw new Error(`No file format is named ${name}`);
  return found;
}
