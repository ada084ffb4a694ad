import type { Finding } from '@headwater/shared/contract';
import { finding } from '@headwater/protocol/finding';
import type { Dialect } from './csv.dialect.ts';

const DELIMITER_NAMES = new Map([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'pipe'],
  ['~', 'tilde'],
  ['^', 'caret'],
  [':', 'colon'],
  ['||', 'pipes'],
  ['::', 'colons'],
  [' ', 'spaces'],
]);

/** Returns how a file is read. */
export function readAs({ encoding, delimiter, quote, escape, decimalMark, dateOrder }: Dialect): Finding {
  return finding('file_read_as', {
    encoding: ENCODING_NAMES[encoding],
    delimiter: DELIMITER_NAMES.get(delimiter) ?? delimiter,
    quotes: quote === "'" ? 'single' : escape === 'backslash' ? 'backslash' : 'usual',
    decimalMark: decimalMark === ',' ? 'comma' : 'point',
    dateOrder: dateOrder ?? 'none',
  });
}

export const ENCODING_NAMES: Record<Dialect['encoding'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
  'iso-8859-15': 'ISO-8859-15',
  macintosh: 'Mac Roman',
  'windows-1250': 'Windows-1250',
  'iso-8859-2': 'ISO-8859-2',
  'iso-8859-16': 'ISO-8859-16',
  'windows-1257': 'Windows-1257',
  'iso-8859-13': 'ISO-8859-13',
  'iso-8859-4': 'ISO-8859-4',
  'iso-8859-10': 'ISO-8859-10',
  'iso-8859-3': 'ISO-8859-3',
  'iso-8859-14': 'ISO-8859-14',
  'windows-1254': 'Windows-1254',
  'windows-1251': 'Windows-1251',
  'koi8-r': 'KOI8-R',
  'koi8-u': 'KOI8-U',
  ibm866: 'IBM866',
  'iso-8859-5': 'ISO-8859-5',
  'x-mac-cyrillic': 'Mac Cyrillic',
  'windows-1253': 'Windows-1253',
  'iso-8859-7': 'ISO-8859-7',
  'windows-1255': 'Windows-1255',
  'iso-8859-8': 'ISO-8859-8',
  'windows-1256': 'Windows-1256',
  'iso-8859-6': 'ISO-8859-6',
  'windows-874': 'Windows-874',
  'windows-1258': 'Windows-1258',
  gb18030: 'GB 18030',
  gbk: 'GBK',
  big5: 'Big5',
  shift_jis: 'Shift JIS',
  'euc-jp': 'EUC-JP',
  'iso-2022-jp': 'ISO-2022-JP',
  'euc-kr': 'EUC-KR',
};
