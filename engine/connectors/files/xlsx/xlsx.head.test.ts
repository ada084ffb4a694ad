import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SheetChoice, SheetLayout } from '@headwater/shared/contract';
import { FileLab } from '../testing/file-lab.ts';
import { xlsxOf } from '../testing/xlsx-file.ts';
import type { SheetRow } from './sheet-cells.ts';
import { SheetScan } from './xlsx.scan.ts';

let lab: FileLab;
before(async () => {
  lab = await FileLab.open();
});
after(() => lab.close());

/** A text, a number, a day, or nothing. */
type Value = string | number | Date | null;
const day = (text: string) => new Date(`${text}T00:00:00Z`);
const serial = (date: Date) => date.getTime() / 86_400_000 + 25_569;

/** The rows of a sheet. An empty one is no row, and counts. */
const rowsOf = (rows: readonly (readonly Value[])[]) =>
  rows
    .map((cells, at) =>
      cells.length === 0
        ? ''
        : `<row r="${at + 1}">${cells
            .map((value) => {
              if (value === null) return '<c/>';
              if (typeof value === 'string') return `<c t="inlineStr"><is><t>${value}</t></is></c>`;
              return value instanceof Date
                ? `<c s="1"><v>${serial(value)}</v></c>`
                : `<c><v>${value}</v></c>`;
            })
            .join('')}</row>`,
    )
    .join('');

async function found(rows: readonly (readonly Value[])[], choice: Omit<SheetChoice, 'sheet'> = {}) {
  const file = await xlsxOf([{ name: 'S', rows: rowsOf(rows) }]);
  return lab.one('sheet.xlsx', file, { sheets: [{ sheet: 'S', ...choice }] });
}

/** Which row is the header, and why. */
function headOf(rows: readonly (readonly Value[])[]): Pick<SheetLayout, 'headerRow' | 'reason'> {
  const scan = new SheetScan({});
  for (const [at, values] of rows.entries()) {
    const cells: SheetRow['cells'] = values.map((value) => {
      if (value === null) return undefined;
      if (value instanceof Date)
        return { kind: 'moment', text: value.toISOString().slice(0, 10), hasTime: false };
      return { kind: typeof value === 'string' ? 'text' : 'number', text: String(value) };
    });
    if (cells.some(Boolean)) scan.take({ number: at + 1, cells });
  }
  const { headerRow, reason } = scan.result().layout;
  return { headerRow, reason };
}

const FERRIES: Value[][] = [
  ['boat', 'day', 'cars'],
  ['Heron', day('2026-05-01'), 41],
  ['Tern', day('2026-05-02'), 38],
  ['Heron', day('2026-05-03'), 12],
];
const PIERS: Value[][] = [
  ['Old Quay', 410, 455, 502],
  ['Sandbank', 88, 91, 120],
  ['Lock Gate', 1320, 1290, 1402],
];

describe('The header of a sheet', () => {
  const cases: [title: string, rows: Value[][], headerRow: number | null, reason: SheetLayout['reason']][] = [
    ['is the first row', FERRIES, 1, 'types'],
    ['is below two titles', [['Ferries in the bay'], ['Spring', 2026], ...FERRIES], 3, 'types'],
    ['is below a title and an empty row', [['Ferries in the bay'], [], ...FERRIES], 3, 'types'],
    [
      'is below a title above two columns',
      [['Cars by boat'], ['boat', 'cars'], ['Heron', 41], ['Tern', 38]],
      2,
      'types',
    ],
    ['has years', [['Passengers by pier'], ['pier', 2022, 2023, 2024], ...PIERS], 2, 'counts'],
    ['has years that count down', [['pier', 2024, 2023, 2022], ...PIERS], 1, 'counts'],
    ['has numbers of months', [['pier', 1, 2, 3], ...PIERS], 1, 'counts'],
    ['has days', [['pier', day('2026-01-01'), day('2026-02-01'), day('2026-03-01')], ...PIERS], 1, 'types'],
    ['has years as texts', [['pier', '2022', '2023', '2024'], ...PIERS], 1, 'counts'],
    ['isn’t there', PIERS, null, 'data_first'],
    [
      'isn’t there, above numbers that are like years',
      [
        ['a', 1990, 2010],
        ['b', 400, 5],
        ['c', 7, 8],
      ],
      null,
      'data_first',
    ],
    [
      'is above words alone',
      [
        ['name', 'town'],
        ['Ann', 'Porto'],
        ['Bob', 'Brno'],
      ],
      1,
      'first_full',
    ],
    [
      'is above words alone, below a title',
      [['All people'], ['name', 'town', 'note'], ['Ann', 'Porto', 'x'], ['Bob', 'Brno', 'y']],
      2,
      'first_full',
    ],
    [
      'can lack the name of a first column',
      [
        [null, 'cars'],
        [0, 41],
        [1, 38],
      ],
      1,
      'first_full',
    ],
    [
      'has groups',
      [
        ['Shop', 'Spring', null, 'Total'],
        [null, 'April', 'May', null],
        ['Porto', 1, 2, 3],
        ['Brno', 4, 5, 9],
      ],
      2,
      'groups',
    ],
    [
      'stands above a value that isn’t known',
      [
        ['n', 'size'],
        [1, 12.5],
        [2, 'unknown'],
        [3, 0.3],
        [4, 71],
      ],
      1,
      'types',
    ],
    ['is the only row', [['boat', 'day']], 1, 'first_full'],
  ];
  for (const [title, rows, headerRow, reason] of cases)
    it(title, () => assert.deepEqual(headOf(rows), { headerRow, reason }));

  it('found below titles leads to the types of what is below it', async () => {
    const { names, types, rows, findings } = await found([
      ['Ferries in the bay'],
      ['Spring', 2026],
      ...FERRIES,
    ]);
    assert.deepEqual(
      [names, types],
      [
        ['boat', 'day', 'cars'],
        ['VARCHAR', 'DATE', 'BIGINT'],
      ],
    );
    assert.deepEqual(rows, [
      ['Heron', '2026-05-01', '41'],
      ['Tern', '2026-05-02', '38'],
      ['Heron', '2026-05-03', '12'],
    ]);
    assert.equal(findings.find(({ code }) => code === 'lines_above_header')!.values.line, 3);
  });
});

describe('What somebody chose about a sheet', () => {
  it('is the row of its header, in the numbers of the sheet', async () => {
    const rows: Value[][] = [['x', 'y'], [], ['a', 'b'], ['1', '2']];
    const chosen = await found(rows, { headerRow: 3 });
    assert.deepEqual([chosen.names, chosen.rows], [['a', 'b'], [['1', '2']]]);
    const none = await found(rows, { headerRow: 0 });
    assert.deepEqual([none.names, none.rows.length], [['column_1', 'column_2'], 3]);
    const empty = await found(rows, { headerRow: 2 });
    assert.deepEqual(
      [empty.names, empty.rows],
      [
        ['column_1', 'column_2'],
        [
          ['a', 'b'],
          ['1', '2'],
        ],
      ],
    );
  });

  it('is the range of its table, which says where it ends', async () => {
    const rows: Value[][] = [
      ['note', 'boat', 'cars', 'x'],
      ['n', 'Heron', 41, 1],
      ['n', 'Tern', 38, 2],
      ['all', 'sum', 79, 3],
    ];
    const { names, rows: read } = await found(rows, { range: 'B1:C3' });
    assert.deepEqual(
      [names, read],
      [
        ['boat', 'cars'],
        [
          ['Heron', '41'],
          ['Tern', '38'],
        ],
      ],
    );
    const columns = await found(rows, { range: '$c:b' });
    assert.deepEqual([columns.names, columns.rows.length], [['boat', 'cars'], 3]);
  });

  it('is names and types of columns, and a row with a value of another type is rejected', async () => {
    const rows: Value[][] = [
      ['code', 'day', 'sum', 'paid'],
      [7, 44200, '1.234,50', 'yes'],
      [8, '5.1.2021', 2, 'no'],
      [9, 'soon', 3, 'no'],
      [10, 44201, 4, 'maybe'],
    ];
    const file = await xlsxOf([{ name: 'S', rows: rowsOf(rows) }]);
    const columns: SheetChoice['columns'] = [
      { column: 'A', name: 'id', type: 'text' },
      { column: 'B', type: 'date' },
      { column: 'C', type: 'number' },
      { column: 'D', type: 'boolean' },
    ];
    const table = await lab.one('typed.xlsx', file, {
      decimalMark: 'comma',
      sheets: [{ sheet: 'S', columns }],
    });
    assert.deepEqual(table.names, ['id', 'day', 'sum', 'paid']);
    assert.deepEqual(table.types, ['VARCHAR', 'DATE', 'DECIMAL(18,2)', 'BOOLEAN']);
    assert.deepEqual(table.rows, [
      ['7', '2021-01-04', '1234.50', 'true'],
      ['8', '2021-01-05', '2.00', 'false'],
    ]);
    assert.deepEqual(
      table.rejected.map(({ line, values, raw }) => [line, values.cell, values.type, raw]),
      [
        [4, 'B4', 'date', 'soon'],
        [5, 'D5', 'boolean', 'maybe'],
      ],
    );
  });
});
