import type { SqlRunAttributes } from '@headwater/shared/contract';
import { resultCsv } from './result-csv.ts';

const result = (
  columns: SqlRunAttributes['columns'],
  rows: (string | null)[][],
  cut: [number, number][] = [],
) => ({
  ...{ columns, rows, cut, zone: 'America/New_York' },
});

test('numbers keep their digits, texts are safe for a spreadsheet or exact, and no value differs from an empty text', () => {
  const found = result(
    [
      { name: 'say "hi"', kind: 'text', type: 'VARCHAR' },
      { name: 'total', kind: 'number', type: 'DECIMAL(38,2)' },
    ],
    [
      ['=1+1', '-12345678901234567890.50'],
      ['', null],
      ['a,b\nc', '-1'],
    ],
  );
  const rest = ['"",\r\n', '"a,b\nc",-1\r\n'];
  const head = '"say ""hi""",total\r\n';
  expect(resultCsv(found, 'spreadsheet')).toEqual([head, "'=1+1,-12345678901234567890.50\r\n", ...rest]);
  expect(resultCsv(found, 'exact')).toEqual([head, '=1+1,-12345678901234567890.50\r\n', ...rest]);
});

test('days are days by the clock of the query, other moments are exact, and cut values say so', () => {
  const type = 'TIMESTAMP WITH TIME ZONE';
  const found = result(
    [
      { name: 'month', kind: 'timestamp', type },
      { name: 'at', kind: 'timestamp', type },
      { name: 'note', kind: 'text', type: 'VARCHAR' },
    ],
    [['2026-11-01T04:00:00Z', '2026-11-01T05:30:00Z', 'long']],
    [[0, 2]],
  );
  expect(resultCsv(found, 'exact').at(-1)).toBe('2026-11-01,2026-11-01T05:30:00Z,long…\r\n');
});
