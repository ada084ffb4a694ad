import type { Finding, FindingCode } from '@headwater/shared/contract';
import { reasonValues } from '@headwater/protocol/rejection';
import { finding } from '@headwater/protocol/finding';
import type { FoundTable } from './file-format.ts';

/** Findings that need no action by the user. */
const INFORMATION: ReadonlySet<FindingCode> = new Set([
  'file_scanned',
  'file_read_as',
  'file_json_read',
  'file_parquet_read',
  'file_sqlite_read',
  'file_sheet_read',
  'file_ods_read',
  'affix_left_out',
  'words_are_null',
  'files_found',
  'files_united',
]);

export const isWarning = ({ code }: Finding) => !INFORMATION.has(code as FindingCode);

/** Returns the finding that sums up one table. */
export const scannedFinding = (file: string, { part, rows, columns }: FoundTable): Finding =>
  finding('file_scanned', { file: part === null ? file : `${file}, ${part}`, rows, columns: columns.length });

/** The most findings about header and values: each column can have several, and a response must not carry thousands. */
const MOST_FINDINGS = 20;

/** Returns the findings, or the first ones and a count if there are many. */
export function firstFindings(findings: readonly Finding[]): Finding[] {
  const count = findings.length - MOST_FINDINGS;
  const first = findings.slice(0, MOST_FINDINGS);
  return count > 0 ? [...first, finding('more_findings', { count })] : first;
}

/** Returns how a file is read and its other findings, or the first ones and a count if there are many. */
export function findingsOf({
  findings: [readAs, ...findings],
  rejected,
  rejections: [first],
}: Pick<FoundTable, 'findings' | 'rejected' | 'rejections'>): Finding[] {
  // What can't be read isn't read in any way.
  const all = [...(readAs ? [readAs] : []), ...firstFindings(findings)];
  if (!first) return all;
  return [
    ...all,
    finding('rows_to_reject', { rows: rejected, line: first.line ?? 0, ...reasonValues(first) }),
  ];
}
