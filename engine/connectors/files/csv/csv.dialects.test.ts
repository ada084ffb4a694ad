import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FindingCode } from '@headwater/shared/contract';
import { FileLab } from '../testing/file-lab.ts';
import type { DialectChoices } from './csv.dialect.ts';

let lab: FileLab;
before(async () => (lab = await FileLab.open()));
after(() => lab.close());

type Row = (string | null)[];
interface Case {
  title: string;
  text: string;
  choices?: DialectChoices;
  names: string[];
  rows: Row[];
  types?: string[];
  /** Codes of what is said besides how the file is read. */
  said?: FindingCode[];
  rejected?: number[];
}

function check({ title, text, choices = {}, names, rows, types, said, rejected = [] }: Case): void {
  it(title, async () => {
    const table = await lab.one('a.csv', text, choices);
    assert.deepEqual([table.failure, table.names, table.rows], [null, names, rows]);
    assert.deepEqual(
      table.rejected.map(({ line }) => line),
      rejected,
    );
    if (types) assert.deepEqual(table.types, types);
    if (said)
      assert.deepEqual(
        table.findings.slice(1).map(({ code }) => code),
        said,
      );
  });
}

describe('Rows that are longer or shorter than their header:', () => {
  const named = ['bridge', 'lanes', 'built'];
  const bridges = [
    ['Ash Street', '2', '1931'],
    ['Mill Lane', '1', '1954'],
  ];
  const cases: Case[] = [
    {
      title: 'R’s names of rows are the first column',
      text: 'span\tload\n1\t12.25\t300\n2\t8.75\t410\n3\t10.50\t385\n',
      names: ['column_1', 'span', 'load'],
      rows: [
        ['1', '12.25', '300'],
        ['2', '8.75', '410'],
        ['3', '10.50', '385'],
      ],
      said: ['column_named'],
    },
    {
      title: 'R’s names of rows in quotes',
      text: '"mpg","cyl"\n"Mazda RX4",21.5,6\n"Datsun 710",22.8,4\n',
      names: ['column_1', 'mpg', 'cyl'],
      rows: [
        ['Mazda RX4', '21.5', '6'],
        ['Datsun 710', '22.8', '4'],
      ],
    },
    {
      title: 'a delimiter behind each line is no column',
      text: 'bridge;lanes;built;\nAsh Street;2;1931;\nMill Lane;1;1954;\n',
      names: named,
      rows: bridges,
      said: [],
    },
    {
      title: 'two delimiters behind each row, but not behind the header',
      text: 'bridge,lanes,built\nAsh Street,2,1931,,\nMill Lane,1,1954,,\n',
      names: named,
      rows: bridges,
      said: [],
    },
    {
      title: 'a column without a name is one if it has a value anywhere',
      text: 'bridge,lanes,\nAsh Street,2,\nMill Lane,1,late\n',
      names: ['bridge', 'lanes', 'column_3'],
      rows: [
        ['Ash Street', '2', null],
        ['Mill Lane', '1', 'late'],
      ],
      said: ['column_named'],
    },
    {
      title: 'a named column without values stays',
      text: 'bridge,lanes\nAsh Street,\nMill Lane,\n',
      names: ['bridge', 'lanes'],
      rows: [
        ['Ash Street', null],
        ['Mill Lane', null],
      ],
    },
    {
      title: 'a value behind the last column rejects its row',
      text: 'bridge,lanes\nAsh Street,2,?\nMill Lane,1,\nHigh Ford,4\n',
      names: ['bridge', 'lanes'],
      rows: [
        ['Mill Lane', '1'],
        ['High Ford', '4'],
      ],
      rejected: [2],
    },
    {
      title: 'rows that end early are filled, and that is said',
      text: 'pump,site,hours,remark\n1,North,210,checked\n2,South,95\n3,East\n4,West,20,spare\n',
      names: ['pump', 'site', 'hours', 'remark'],
      rows: [
        ['1', 'North', '210', 'checked'],
        ['2', 'South', '95', null],
        ['3', 'East', null, null],
        ['4', 'West', '20', 'spare'],
      ],
      said: ['rows_filled'],
    },
    {
      title: 'rows that end early are rejected, as chosen',
      text: 'pump,site,hours\n1,North,210\n2,South\n4,West,20\n',
      choices: { shortRows: 'rejected' },
      names: ['pump', 'site', 'hours'],
      rows: [
        ['1', 'North', '210'],
        ['4', 'West', '20'],
      ],
      rejected: [3],
    },
    {
      title:
        'a line without a delimiter is no row that ends early, nor is one with a quote that may hide one',
      text: 'pump,site,hours\n1,North,210\nSource: the harbor\n2,So"uth,1"\n3,"East",7\n4,We"st\n5,South,9\n',
      names: ['pump', 'site', 'hours'],
      rows: [
        ['1', 'North', '210'],
        ['2', 'So"uth', '1"'],
        ['3', 'East', '7'],
        ['5', 'South', '9'],
      ],
      rejected: [3, 6],
    },
  ];
  for (const each of cases) check(each);
});

describe('Lines with too few fields that are one row together:', () => {
  const names = ['id', 'name', 'note', 'paid', 'day'];
  const header = names.join(',');
  const first = ['1', 'Ann', 'fine', '2.5', '2026-01-01'];
  const last = ['9', 'Zoe', 'ok', '1.0', '2026-01-09'];
  const around = (...lines: string[]) => [header, first.join(','), ...lines, last.join(',')].join('\n');
  const cases: Case[] = [
    {
      title: 'a value that a line break splits makes no two rows',
      text: around('2,Bob,first', 'second,3,2026-01-02'),
      names,
      rows: [first, last],
      types: ['BIGINT', 'VARCHAR', 'VARCHAR', 'DECIMAL(18,1)', 'DATE'],
      said: ['rows_to_reject'],
      rejected: [3, 4],
    },
    {
      title: 'nor do several of them, with blank lines and lines of a single word',
      text: around('2,Bob,first', '', 'word', 'last,3,2026-01-02', '3,Cid,ok,2.0,2026-01-03'),
      names,
      rows: [first, ['3', 'Cid', 'ok', '2.0', '2026-01-03'], last],
      rejected: [3, 5, 6],
    },
    {
      title: 'what could be either isn’t filled',
      text: around('2,Bob,first', '3,4,2026-01-02'),
      names,
      rows: [first, last],
      rejected: [3, 4],
    },
    {
      title: 'rows that end early are two where the values say so',
      text: around('2,Bob,first', '3,Cid,next'),
      names,
      rows: [first, ['2', 'Bob', 'first', null, null], ['3', 'Cid', 'next', null, null], last],
      said: ['rows_filled'],
    },
    {
      title: 'also if all of them end early',
      text: 'id,name,note\n1,Ann\n2,Bob\n3,Cid\n',
      names: ['id', 'name', 'note'],
      rows: [
        ['1', 'Ann', null],
        ['2', 'Bob', null],
        ['3', 'Cid', null],
      ],
      said: ['rows_filled'],
    },
    {
      title: 'without numbers to tell them apart, they aren’t filled',
      text: 'a,b,c\nx,y,z\np,q\nr,s\nu,v,w\n',
      names: ['a', 'b', 'c'],
      rows: [
        ['x', 'y', 'z'],
        ['u', 'v', 'w'],
      ],
      rejected: [4, 5].map((line) => line - 1),
    },
    {
      title: 'unless somebody chooses that they are',
      text: 'a,b,c\nx,y,z\np,q\nr,s\nu,v,w\n',
      choices: { shortRows: 'filled' },
      names: ['a', 'b', 'c'],
      rows: [
        ['x', 'y', 'z'],
        ['p', 'q', null],
        ['r', 's', null],
        ['u', 'v', 'w'],
      ],
    },
  ];
  for (const each of cases) check(each);

  it('are found across the chunks in which a large file is read', async () => {
    const filler = 'x'.repeat(1_000);
    const lines = Array.from({ length: 6_000 }, (_, at) =>
      at % 997 === 5 ? `${at},${filler},a\nb,1,2026-01-01` : `${at},${filler},c,1,2026-01-01`,
    );
    const table = await lab.one('a.csv', [header, ...lines].join('\n'));
    const split = lines.filter((line) => line.includes('\n')).length;
    assert.deepEqual(
      [table.failure, table.rows.length, table.rejected.length],
      [null, 6_000 - split, split * 2],
    );
  });
});

describe('What is above the rows:', () => {
  const ferries = [
    ['Old Quay', '410', '455', '502'],
    ['Sandbank', '88', '91', '120'],
  ];
  const cases: Case[] = [
    {
      title: 'a title above a header with years',
      text: 'Ferry passengers by pier\npier,2022,2023,2024\nOld Quay,410,455,502\nSandbank,88,91,120\n',
      names: ['pier', '2022', '2023', '2024'],
      rows: ferries,
      said: ['lines_above_header'],
    },
    {
      title: 'a title above two columns',
      text: 'Ferry passengers\npier,riders\nOld Quay,410\nSandbank,88\n',
      names: ['pier', 'riders'],
      rows: [
        ['Old Quay', '410'],
        ['Sandbank', '88'],
      ],
      said: ['lines_above_header'],
    },
    {
      title: 'a title and a second one of two values',
      text: 'Ferries in the bay;;\nSpring;2026;\nboat;day;cars\nHeron;2026-05-01;41\nTern;2026-05-02;38\n',
      names: ['boat', 'day', 'cars'],
      rows: [
        ['Heron', '2026-05-01', '41'],
        ['Tern', '2026-05-02', '38'],
      ],
    },
    {
      title: 'a header with an unnamed column is no title',
      text: 'boat,port,\nHeron,Old Quay,red\nTern,Sandbank,green\n',
      names: ['boat', 'port', 'column_3'],
      rows: [
        ['Heron', 'Old Quay', 'red'],
        ['Tern', 'Sandbank', 'green'],
      ],
    },
    {
      title: 'comments, with commas in them or not',
      text: '# made by a station\n# fields: time, level, flow\ntime,level,flow\n2026-02-01,1.25,30\n2026-02-02,1.5,36\n',
      names: ['time', 'level', 'flow'],
      rows: [
        ['2026-02-01', '1.25', '30'],
        ['2026-02-02', '1.5', '36'],
      ],
    },
    {
      title: 'a comment that is the header',
      text: '# made by a station\n#time,level\n2026-02-01,1.25\n2026-02-02,1.5\n',
      names: ['#time', 'level'],
      rows: [
        ['2026-02-01', '1.25'],
        ['2026-02-02', '1.5'],
      ],
    },
    {
      title: 'a header of numbers that count',
      text: 'lane,1,2,3\nA,10,20,30\nB,11,21,31\n',
      names: ['lane', '1', '2', '3'],
      rows: [
        ['A', '10', '20', '30'],
        ['B', '11', '21', '31'],
      ],
    },
    {
      title: 'no header, and rows that count',
      text: 'A,1,2,3\nB,2,3,4\nC,3,4,5\n',
      names: ['column_1', 'column_2', 'column_3', 'column_4'],
      rows: [
        ['A', '1', '2', '3'],
        ['B', '2', '3', '4'],
        ['C', '3', '4', '5'],
      ],
    },
    {
      title: 'no header, and a missing value first',
      text: 'NA,12,3.5\n-,14,4.25\n4,15,5.75\n',
      names: ['column_1', 'column_2', 'column_3'],
      rows: [
        [null, '12', '3.5'],
        [null, '14', '4.25'],
        ['4', '15', '5.75'],
      ],
    },
    {
      title: 'no header, and a number that may be grouped first',
      text: '"1,234",Oak\n"2,310",Elm\n',
      names: ['column_1', 'column_2'],
      rows: [
        ['1,234', 'Oak'],
        ['2,310', 'Elm'],
      ],
    },
  ];
  for (const each of cases) check(each);
});

describe('How values are separated and quoted:', () => {
  const cases: Case[] = [
    {
      title: 'single quotes, doubled inside',
      text: "no,who,what\n1,'Ode, Pia','a bench, painted'\n2,'Lund, Tor','it''s a gate'\n",
      names: ['no', 'who', 'what'],
      rows: [
        ['1', 'Ode, Pia', 'a bench, painted'],
        ['2', 'Lund, Tor', "it's a gate"],
      ],
    },
    {
      title: 'single quotes around every text',
      text: "no,who\n1,'Ode'\n2,'Lund'\n3,'Marsh'\n",
      names: ['no', 'who'],
      rows: [
        ['1', 'Ode'],
        ['2', 'Lund'],
        ['3', 'Marsh'],
      ],
    },
    {
      title: 'an apostrophe at the start of a name is no quote',
      text: "no,town\n1,'s-Gravenhage\n2,Delft\n3,'t Harde\n4,Gouda\n",
      names: ['no', 'town'],
      rows: [
        ['1', "'s-Gravenhage"],
        ['2', 'Delft'],
        ['3', "'t Harde"],
        ['4', 'Gouda'],
      ],
    },
    {
      title: 'a space before a quote',
      text: 'no; who; said\n1; "Quay; east"; "yes; ""today"""\n2; "Lock; west" ; "no; later"\n',
      names: ['no', 'who', 'said'],
      rows: [
        ['1', 'Quay; east', 'yes; "today"'],
        ['2', 'Lock; west', 'no; later'],
      ],
    },
    {
      title: 'a backslash before a quote',
      text: 'no,part,note\n1,"pipe, 5\\" wide","cut, \\"clean\\""\n2,"pipe, 7\\" wide","C:\\\\left, as\\is"\n',
      names: ['no', 'part', 'note'],
      rows: [
        ['1', 'pipe, 5" wide', 'cut, "clean"'],
        ['2', 'pipe, 7" wide', 'C:\\left, as\\is'],
      ],
    },
    {
      title: 'a backslash at the end of a quoted value is one',
      text: 'no,folder,size\n1,"C:\\data\\",5\n2,"D:\\",7\n',
      names: ['no', 'folder', 'size'],
      rows: [
        ['1', 'C:\\data\\', '5'],
        ['2', 'D:\\', '7'],
      ],
    },
    {
      title: 'two pipes',
      text: 'key||title||count\n7||Nuts, mixed||30\n8||Bolts; s|hort||41\n',
      names: ['key', 'title', 'count'],
      rows: [
        ['7', 'Nuts, mixed', '30'],
        ['8', 'Bolts; s|hort', '41'],
      ],
    },
    {
      title: 'two colons, with quotes',
      text: 'key::title\n7::"a::b"\n8::c:d\n',
      names: ['key', 'title'],
      rows: [
        ['7', 'a::b'],
        ['8', 'c:d'],
      ],
    },
    {
      title: 'tildes',
      text: 'key~title\n7~a,b\n8~c\n',
      names: ['key', 'title'],
      rows: [
        ['7', 'a,b'],
        ['8', 'c'],
      ],
    },
    {
      title: 'pipes with a column that is always empty are single',
      text: 'a|b|c\n1||2\n3|x|4\n',
      names: ['a', 'b', 'c'],
      rows: [
        ['1', null, '2'],
        ['3', 'x', '4'],
      ],
    },
    {
      title: 'spaces, as many as it takes',
      text: 'depth  temp  salt\n    5 11.25  34.5\n   10 10.75 34.75 \n   20   9.5 35.25\n',
      names: ['depth', 'temp', 'salt'],
      rows: [
        ['5', '11.25', '34.5'],
        ['10', '10.75', '34.75'],
        ['20', '9.5', '35.25'],
      ],
      types: ['BIGINT', 'DOUBLE', 'DOUBLE'],
    },
    {
      title: 'spaces in a list of names separate nothing',
      text: 'name\nAda Ode\nTor Lund\nIvo Marsh\n',
      names: ['name'],
      rows: [['Ada Ode'], ['Tor Lund'], ['Ivo Marsh']],
    },
    {
      title: 'semicolons, and decimal commas without a header',
      text: '2;4,5\n7;1,25\n3;9,75\n',
      names: ['column_1', 'column_2'],
      rows: [
        ['2', '4.5'],
        ['7', '1.25'],
        ['3', '9.75'],
      ],
      types: ['BIGINT', 'DOUBLE'],
    },
    {
      title: 'semicolons, and decimal commas in each column',
      text: '1,5;2,25;3,75\n4,5;5,25;6,75\n',
      names: ['column_1', 'column_2', 'column_3'],
      rows: [
        ['1.5', '2.25', '3.75'],
        ['4.5', '5.25', '6.75'],
      ],
    },
  ];
  for (const each of cases) check(each);

  it('which the row of a delimiter of several bytes keeps at the end of a chunk', async () => {
    const rows = Array.from({ length: 150_000 }, (_, at) => [`${at}`, `a|${at}`, `"q||${at}"`]);
    const text = `n||one||two\n${rows.map((row) => row.join('||')).join('\n')}\n`;
    const { rows: found, rejected } = await lab.one('a.txt', text);
    const other = rows.findIndex(
      (row, at) => `${row.join()}` !== `${row[0]},${found[at]?.[1]},"${found[at]?.[2]}"`,
    );
    assert.deepEqual([rejected, found.length, other], [[], rows.length, -1]);
  });
});

describe('Values as people and programs write them:', () => {
  const columns: [title: string, type: string, values: string[], right: (string | null)[]][] = [
    ['days of Oracle', 'DATE', ['05-JAN-2024', '17-FEB-24'], ['2024-01-05', '2024-02-17']],
    ['days in words', 'DATE', ['Aug 12 2023', 'September 3, 2023'], ['2023-08-12', '2023-09-03']],
    ['days in German', 'DATE', ['5. Januar 2024', '17. März 2024'], ['2024-01-05', '2024-03-17']],
    ['days without zeros', 'DATE', ['2024-1-5', '2024-11-15'], ['2024-01-05', '2024-11-15']],
    ['days with a short year', 'DATE', ['1/5/24', '12/31/99'], ['2024-01-05', '1999-12-31']],
    ['German days with a short year', 'DATE', ['05.01.24', '31.12.99'], ['2024-01-05', '1999-12-31']],
    ['days with spaces around them', 'DATE', [' 2024-01-05', '2024-02-17 '], ['2024-01-05', '2024-02-17']],
    ['numbers of versions', 'VARCHAR', ['1.2.10', '1.3.05'], ['1.2.10', '1.3.05']],
    ['days that are none', 'VARCHAR', ['30-FEB-2024', '05-JAN-2024'], ['30-FEB-2024', '05-JAN-2024']],
    ['words like days', 'VARCHAR', ['Jan 5', '05-JAX-2024'], ['Jan 5', '05-JAX-2024']],
    [
      'moments with an offset after a space',
      'TIMESTAMP WITH TIME ZONE',
      ['2024-05-01 08:30:00 +0000', '2024-05-02 21:05:10 -0530'],
      ['2024-05-01 08:30:00+00', '2024-05-03 02:35:10+00'],
    ],
    [
      'moments without seconds',
      'TIMESTAMP WITH TIME ZONE',
      ['2024-05-01T08:30Z', '2024-05-02T21:05+02:00'],
      ['2024-05-01 08:30:00+00', '2024-05-02 19:05:00+00'],
    ],
    [
      'moments of mails',
      'TIMESTAMP WITH TIME ZONE',
      ['Wed, 01 May 2024 08:30:00 GMT', 'Thu, 02 May 2024 21:05:10 +0200'],
      ['2024-05-01 08:30:00+00', '2024-05-02 19:05:10+00'],
    ],
    [
      'times with a comma before the fraction',
      'TIMESTAMP',
      ['2024-05-01 08:30:00,250', '2024-05-02 21:05:10,000'],
      ['2024-05-01 08:30:00.25', '2024-05-02 21:05:10'],
    ],
    [
      'times of halves of the day',
      'TIMESTAMP',
      ['1/15/2024 3:45 PM', '1/16/2024 12:05:09 a.m.'],
      ['2024-01-15 15:45:00', '2024-01-16 00:05:09'],
    ],
    [
      'clocks of halves of the day',
      'TIME',
      ['3:45 PM', '12:10 am', '11 p.m.'],
      ['15:45:00', '00:10:00', '23:00:00'],
    ],
    ['hours that no half has', 'VARCHAR', ['13:45 PM', '3:45 PM'], ['13:45 PM', '3:45 PM']],
    [
      'seven digits of a second, of which the last are zeros',
      'TIMESTAMP',
      ['2026-03-01T10:15:30.1234560', '2026-03-02T23:59:59.5000000'],
      ['2026-03-01 10:15:30.123456', '2026-03-02 23:59:59.5'],
    ],
    ['nine digits of a clock', 'TIME', ['10:15:30.123456000', '10:15:31'], ['10:15:30.123456', '10:15:31']],
    [
      'a ten-millionth of a second',
      'VARCHAR',
      ['2026-03-01T10:15:30.1234567', '2026-03-02T23:59:59.5000000'],
      ['2026-03-01T10:15:30.1234567', '2026-03-02T23:59:59.5000000'],
    ],
    [
      'a ten-millionth of a second of a local date',
      'VARCHAR',
      ['31.12.2026 10:15:30.1234567', '31.12.2026 10:15:30'],
      ['31.12.2026 10:15:30.1234567', '31.12.2026 10:15:30'],
    ],
    [
      'amounts of dollars',
      'DECIMAL(18,2)',
      ['$1,234.50', '-$3.25', '($0.50)'],
      ['1234.50', '-3.25', '-0.50'],
    ],
    ['losses in parentheses', 'DECIMAL(18,2)', ['(99.00)', '1,250.75'], ['-99.00', '1250.75']],
    ['a minus behind', 'DECIMAL(18,2)', ['1.234,50-', '87,25'], ['-1234.50', '87.25']],
    ['two signs', 'VARCHAR', ['-1,234.50-', '(-3)'], ['-1,234.50-', '(-3)']],
    [
      'amounts with spaces around them',
      'DECIMAL(18,2)',
      [' 1,234.50', ' 3.25 ', '   '],
      ['1234.50', '3.25', null],
    ],
  ];
  for (const [title, type, values, right] of columns)
    it(title, async () => {
      const table = await lab.one('a.csv', `n;v\n${values.map((value, at) => `${at};${value}\n`).join('')}`);
      assert.deepEqual(table.types, ['BIGINT', type]);
      assert.deepEqual(
        table.rows.map(([, value]) => value),
        right,
      );
    });

  it('says of a column that can be read in two ways which these are', async () => {
    const { types, findings } = await lab.one('a.csv', 'd;n\n03/04/2024;1,234\n05/06/2024;2,345\n');
    assert.deepEqual(types, ['VARCHAR', 'VARCHAR']);
    assert.deepEqual(
      findings.slice(1).map(({ code, values }) => [code, values]),
      [
        [
          'dates_unclear',
          { column: 'd', example: '03/04/2024', dayFirst: '2024-04-03', monthFirst: '2024-03-04' },
        ],
        ['numbers_unclear', { column: 'n', example: '1,234', point: '1234', comma: '1.234' }],
      ],
    );
  });
});
