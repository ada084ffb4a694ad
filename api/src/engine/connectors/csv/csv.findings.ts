import { ownValue } from '@headwater/shared/contract/plain';
import type { Finding } from '@headwater/shared/contract';
import { finding } from '../finding.ts';
import type { Dialect } from './csv.dialect.ts';

const DELIMITER_NAMES: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' };

/** Returns how a file is read. */
export function readAs({ encoding, delimiter, decimalMark, dateOrder }: Dialect): Finding {
  return finding('file_read_as', {
    encoding: ENCODING_NAMES[encoding],
    delimiter: ownValue(DELIMITER_NAMES, delimiter) ?? delimiter,
    decimalMark: decimalMark === ',' ? 'comma' : 'point',
    dateOrder: dateOrder ?? 'none',
  });
}

export const ENCODING_NAMES: Record<Dialect['encoding'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'iso-8859-15': 'ISO-8859-15',
  macintosh: 'Mac Roman',
  shift_jis: 'Shift JIS',
  gb18030: 'GB 18030',
  big5: 'Big5',
  'euc-kr': 'EUC-KR',
};
