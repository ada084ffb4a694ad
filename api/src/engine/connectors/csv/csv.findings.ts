import type { Finding, FindingCode } from '@headwater/shared/contract';
import { finding } from '../finding.ts';
import { reasonValues } from '../../protocol/rejection.ts';
import type { Dialect } from './csv.dialect.ts';
import type { Scan } from './csv.scan.ts';

/** Findings that need no action by the user. */
const INFORMATION: ReadonlySet<FindingCode> = new Set([
  'file_scanned',
  'file_read_as',
  'affix_left_out',
  'words_are_null',
]);

export const isWarning = ({ code }: Finding) => !INFORMATION.has(code as FindingCode);

/** Returns the finding that sums up one file. */
export const scannedFinding = (file: string, { rows, columns }: Scan): Finding =>
  finding('file_scanned', { file, rows, columns: columns.length });

/** The most findings about header and values: each column can have several, and a response must not carry thousands. */
const MOST_FINDINGS = 20;

/** Returns how a file is read and its other findings, or the first ones and a count if there are many. */
export function findingsOf({ dialect, findings, rejected, rejections: [first] }: Scan): Finding[] {
  const all = [readAs(dialect), ...findings.slice(0, MOST_FINDINGS)];
  const count = findings.length - MOST_FINDINGS;
  if (count > 0) all.push(finding('more_findings', { count }));
  if (!first) return all;
  return [
    ...all,
    finding('rows_to_reject', { rows: rejected, line: first.line ?? 0, ...reasonValues(first) }),
  ];
}

const DELIMITER_NAMES: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' };

function readAs({ encoding, delimiter, decimalMark, dateOrder }: Dialect): Finding {
  return finding('file_read_as', {
    encoding: ENCODING_NAMES[encoding],
    delimiter: DELIMITER_NAMES[delimiter] ?? delimiter,
    decimalMark: decimalMark === ',' ? 'comma' : 'point',
    dateOrder: dateOrder ?? 'none',
  });
}

const ENCODING_NAMES: Record<Dialect['encoding'], string> = {
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
