import type { GridColumn } from './grid-column.ts';
import { findCells, partsOf } from './find-cells.ts';

const columns: GridColumn[] = [
  { name: 'total', kind: 'number', type: 'DECIMAL(18,2)' },
  { name: 'note', kind: 'text', type: 'VARCHAR' },
];
const format = { language: 'en' as const, timestamp: (iso: string) => iso };
const find = (text: string, ...rows: (string | null)[][]) => findCells(columns, rows, text, format);

test('cells are found by what they show, in reading order', () => {
  const rows = [
    ['1234.50', 'Straße'],
    [null, 'paid 1,234.50'],
  ];
  expect(find('1,234', ...rows)).toEqual([
    { row: 0, column: 0 },
    { row: 1, column: 1 },
  ]);
  expect(find('STRASSE', ...rows)).toEqual([]);
  expect(find('sTRa', ...rows)).toEqual([{ row: 0, column: 1 }]);
  expect(find('', ...rows)).toEqual([]);
});

test('no character of the text has a meaning of its own', () => {
  expect(find('.*', ['1', 'a.*b'], ['2', 'ab'])).toEqual([{ row: 0, column: 1 }]);
  expect(find('(', ['1', '('])).toHaveLength(1);
});

test('a text is split at each occurrence', () => {
  expect(partsOf('Kiefer-kiefer', 'kiefer')).toEqual(['', 'Kiefer', '-', 'kiefer', '']);
  expect(partsOf('pine', 'kiefer')).toEqual(['pine']);
});
