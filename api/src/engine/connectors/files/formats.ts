import { delimited } from '../csv/csv.format.ts';
import type { FileFormat, FormatName } from './file-format.ts';
import { jsonDocument, jsonLines } from './json/json.format.ts';

const FORMATS: readonly FileFormat[] = [delimited, jsonLines, jsonDocument];

export function formatNamed(name: FormatName): FileFormat {
  const found = FORMATS.find((format) => format.name === name);
  if (!found) throw new Error(`No file format is named ${name}`);
  return found;
}
