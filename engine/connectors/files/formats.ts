import { archive } from './archive/archive.format.ts';
import type { FileFormat, FormatName } from './file-format.ts';
import { INNER_FORMATS } from './inner-formats.ts';

const FORMATS: readonly FileFormat[] = [...INNER_FORMATS, archive];

export function formatNamed(name: FormatName): FileFormat {
  const found = FORMATS.find((format) => format.name === name);
  if (!found) throw new Error(`No file format is named ${name}`);
  return found;
}
