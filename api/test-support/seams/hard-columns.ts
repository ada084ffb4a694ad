import type { Truth } from './truth.ts';

/** What is sent, and what it has to be in the product if that's written in another way. */
export type HardValue = string | null | readonly [sent: string, known: string];

/** A column of a source, called like its type there: those names are hard, too. */
export interface HardColumn {
  /** The type at the source. */
  readonly as: string;
  /** By default, what the type is called. */
  readonly name?: string;
  /** The engine's type. */
  readonly type: string;
  readonly values: readonly HardValue[];
}

export const sent = (value: HardValue): string | null =>
  (Array.isArray(value) ? value[0] : value) as string | null;
const known = (value: HardValue) => (Array.isArray(value) ? value[1] : value) as string | null;

/** Makes all columns as long as the longest one and a row without values, behind a key. */
export function keyed(
  key: Omit<HardColumn, 'values'>,
  columns: readonly HardColumn[],
): readonly HardColumn[] {
  const rows = Array.from({ length: Math.max(...columns.map(({ values }) => values.length)) + 1 });
  const long = columns.map((column) => ({
    ...column,
    values: rows.map((_, row) => column.values[row] ?? null),
  }));
  return [{ ...key, values: rows.map((_, row) => String(row + 10)) }, ...long];
}

export const truthOf = (columns: readonly HardColumn[]): Truth =>
  columns.map(({ as, name = as, type, values }) => ({ name, type, values: values.map(known) }));

/** Texts that some format, language, or reader takes for something else. */
export const HARD_TEXTS: readonly string[] = [
  '',
  ' ',
  ' both ends ',
  'null',
  'NULL',
  'NaN',
  '-0.001',
  '+49 170 1234',
  '=1+1',
  '@ana',
  '007',
  '12345678901234567890123',
  '1e5',
  '2026-11-01',
  'true',
  'a_b_c "quoted", said',
  "it's; a|b:c",
  'line\nline',
  'a\r\nb',
  'tab\there',
  '\\N',
  '\\0 \\x00 %00',
  '_x0041_',
  '<b>&amp;</b>',
  '**bold** [x](https://example.com)',
  '{{ name }} ${name} %s',
  'Zoë 東京 🛰',
  'e\u0301',
  '\u00a0\u2009',
];

const DAYS = [
  '2026-03-08',
  '2026-11-01',
  '2024-02-29',
  '1582-10-10',
  '0001-01-01',
  '9999-12-31',
  '1899-12-30',
];

/** Days that only some sources have. */
const FAR_DAYS = ['0044-03-15 BC', '10000-01-01', '5874897-12-31', 'infinity', '-infinity'];

const wall = (text: string): HardValue => [text, text.replace(' ', 'T')];
const instant = (text: string): HardValue => {
  const [, date, time, era] = /^(\S+) (\S+?)(?:\+00)?( BC)?$/.exec(text)!;
  return [text, `${date}T${time}Z${era ?? ''}`];
};

/** Both hours at which New York's clocks change in 2026, before and after, and moments at the ends of what there is. */
const MOMENTS = [
  '2026-03-08 06:59:59.999999',
  '2026-03-08 07:00:00',
  '2026-03-08 02:30:00',
  '2026-11-01 01:30:00',
  '2026-11-01 05:30:00',
  '2026-11-01 06:30:00.5',
  '2026-11-01 03:59:59.999999',
  '1582-10-10 12:00:00',
  '1899-12-30 23:59:59',
  '9999-12-31 23:59:59.999999',
];
const FAR_MOMENTS = ['0044-03-15 12:00:00.5 BC', '10000-01-01 00:00:00', '294246-12-31 23:59:59'];

const FLOATS: HardValue[] = [
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '0.1',
  '0',
  '123456789.5',
  ['1e20', '1e+20'],
];

export const POSTGRES_COLUMNS = keyed({ name: 'id', as: 'integer', type: 'INTEGER' }, [
  { as: 'bigint', type: 'BIGINT', values: ['9223372036854775807', '-9223372036854775808', '0'] },
  { as: 'smallint', type: 'SMALLINT', values: ['-32768', '32767'] },
  { as: 'integer', type: 'INTEGER', values: ['-2147483648', '2147483647'] },
  { as: 'oid', type: 'BIGINT', values: ['4294967295', '0'] },
  {
    as: 'real',
    type: 'FLOAT',
    values: [...FLOATS.filter((one) => one !== '123456789.5'), ['3.4028235e38', '3.4028235e+38'], '1e-45'],
  },
  {
    as: 'double precision',
    type: 'DOUBLE',
    values: [
      ...FLOATS,
      '0.30000000000000004',
      ['1.7976931348623157e308', '1.7976931348623157e+308'],
      '5e-324',
    ],
  },
  { as: 'numeric(12,2)', type: 'DECIMAL(12,2)', values: ['0.10', '-9999999999.99', '9999999999.99'] },
  {
    as: 'numeric(38,0)',
    type: 'DECIMAL(38,0)',
    values: ['99999999999999999999999999999999999999', '-99999999999999999999999999999999999999', '0'],
  },
  {
    as: 'numeric(38,38)',
    type: 'DECIMAL(38,38)',
    values: ['0.12345678901234567890123456789012345678', '-0.00000000000000000000000000000000000001'],
  },
  {
    as: 'numeric(50,10)',
    type: 'VARCHAR',
    values: ['1234567890123456789012345678901234567890.0123456789', '-1.0000000000'],
  },
  {
    as: 'numeric',
    type: 'DECIMAL(38,9)',
    values: ['12345678901234567890.123456789', ['0.1', '0.100000000'], ['-7', '-7.000000000']],
  },
  { as: 'numeric(10,3)', type: 'VARCHAR', values: ['NaN', '1.500'] },
  { as: 'text', type: 'VARCHAR', values: HARD_TEXTS },
  { as: 'char(5)', type: 'VARCHAR', values: ['ab', ''] },
  { as: 'boolean', type: 'BOOLEAN', values: ['true', 'false'] },
  { as: 'date', type: 'DATE', values: [...DAYS, ...FAR_DAYS] },
  {
    as: 'timestamp',
    type: 'TIMESTAMP',
    values: [...[...MOMENTS, ...FAR_MOMENTS].map(wall), 'infinity', '-infinity'],
  },
  {
    as: 'timestamptz',
    type: 'TIMESTAMP WITH TIME ZONE',
    values: [...[...MOMENTS, ...FAR_MOMENTS].map(instant), 'infinity', '-infinity'],
  },
  { as: 'time', type: 'TIME', values: ['00:00:00', '23:59:59.999999', '24:00:00'] },
  {
    as: 'timetz',
    type: 'TIME WITH TIME ZONE',
    values: ['23:59:59.999999-03:30', '24:00:00+00', '12:00:00+15:59'],
  },
  {
    as: 'interval',
    type: 'VARCHAR',
    values: [
      ['1 year -2 days 03:04:05.678901', 'P1Y-2DT3H4M5.678901S'],
      ['0', 'PT0S'],
    ],
  },
  {
    as: 'uuid',
    type: 'UUID',
    values: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  },
  {
    as: 'json',
    type: 'JSON',
    values: ['{"a" : 1, "__proto__": 2}', 'null', '[1e400, 12345678901234567890.123]'],
  },
  {
    as: 'jsonb',
    type: 'JSON',
    values: ['{"a": {"b": [1, 2.50, "x\\ny", null]}}', '12345678901234567890.123456789', '"text"'],
  },
  { as: 'bytea', type: 'BLOB', values: ['\\x', '\\x00ff0a0d2c22'] },
  {
    as: 'text[]',
    type: 'VARCHAR[]',
    values: [
      ['{a,NULL,"NULL","b,c","d\\"e","\\\\","",Zoë}', '["a",null,"NULL","b,c","d\\"e","\\\\","","Zoë"]'],
      ['{}', '[]'],
    ],
  },
  { as: 'integer[]', type: 'VARCHAR[]', values: [['{1,NULL,-3}', '["1",null,"-3"]']] },
  {
    as: 'integer[][]',
    type: 'JSON',
    values: [
      ['{{1,2},{3,NULL}}', '[["1","2"],["3",null]]'],
      ['{}', '[]'],
    ],
  },
  { as: 'mood', type: 'VARCHAR', values: ['very "happy"', 'sad'] },
  { as: 'inet', type: 'VARCHAR', values: ['10.0.0.1/8', '::1'] },
  { as: 'inet[]', type: 'VARCHAR[]', values: [['{::1,NULL,10.0.0.1/8}', '["::1",null,"10.0.0.1/8"]']] },
  { as: 'cidr', type: 'VARCHAR', values: [['::1', '::1/128']] },
  { as: 'macaddr', type: 'VARCHAR', values: ['08:00:2b:01:02:03'] },
  { as: 'xml', type: 'VARCHAR', values: ['<a b="c">&amp;</a>'] },
  { as: 'int4range', type: 'VARCHAR', values: ['[1,5)', 'empty'] },
  { as: 'point', type: 'VARCHAR', values: ['(1,2.5)'] },
  { as: 'bit(3)', type: 'VARCHAR', values: ['101'] },
  { as: 'money', type: 'VARCHAR', values: [['1234.5', '$1,234.50']] },
]);

export const MARIADB_COLUMNS = keyed({ name: 'id', as: 'int', type: 'INTEGER' }, [
  { as: 'tinyint(1)', type: 'SMALLINT', values: ['-128', '127'] },
  { as: 'tinyint unsigned', type: 'SMALLINT', values: ['255', '0'] },
  { as: 'int unsigned', type: 'BIGINT', values: ['4294967295'] },
  { as: 'bigint', type: 'BIGINT', values: ['-9223372036854775808', '9223372036854775807'] },
  { as: 'bigint unsigned', type: 'DECIMAL(20,0)', values: ['18446744073709551615', '0'] },
  {
    as: 'decimal(38,10)',
    type: 'DECIMAL(38,10)',
    values: ['-1234567890123456789012345678.0123456789', ['0.1', '0.1000000000']],
  },
  {
    as: 'decimal(65,30)',
    type: 'VARCHAR',
    values: [`${'9'.repeat(35)}.${'8'.repeat(30)}`, ['-1', `-1.${'0'.repeat(30)}`]],
  },
  { as: 'float', type: 'FLOAT', values: ['0.1', '16777216', '1e-40', ['1.4e-45', '1e-45']] },
  { as: 'double', type: 'DOUBLE', values: ['0.30000000000000004', '5e-324', '1.7976931348623157e+308'] },
  { as: 'int(8) zerofill', type: 'BIGINT', values: ['42', '0'] },
  {
    as: 'bit(64)',
    type: 'DECIMAL(20,0)',
    values: [
      [`b'${'1'.repeat(64)}'`, '18446744073709551615'],
      ["b'0'", '0'],
    ],
  },
  { as: 'year', type: 'SMALLINT', values: ['2155', '1901'] },
  { as: 'date', type: 'DATE', values: DAYS.filter((day) => day !== '0001-01-01') },
  { as: 'datetime(6)', type: 'TIMESTAMP', values: MOMENTS.map(wall) },
  {
    as: 'timestamp(6) null',
    type: 'TIMESTAMP WITH TIME ZONE',
    values: [
      ...MOMENTS.filter((moment) => moment.startsWith('2026')),
      '1970-01-01 00:00:01',
      '2038-01-19 03:14:07.999999',
    ].map(instant),
  },
  { as: 'time(6)', type: 'TIME', values: ['00:00:00', '23:59:59.000001'] },
  { as: 'time', type: 'VARCHAR', values: ['-838:59:59', '24:00:00'] },
  { as: "enum('small','größe')", name: 'enum', type: 'VARCHAR', values: ['größe', 'small'] },
  { as: "set('a','b','c')", name: 'set', type: 'VARCHAR', values: ['a,c', ''] },
  { as: 'varchar(20) character set latin1', type: 'VARCHAR', values: ['Köln €', ''] },
  { as: 'text', name: 'toString', type: 'VARCHAR', values: HARD_TEXTS },
  {
    as: 'varbinary(6)',
    type: 'BLOB',
    values: [
      ["x'00ff27c30a2c'", '\\x00ff27c30a2c'],
      ["x''", '\\x'],
    ],
  },
  { as: 'json', type: 'JSON', values: ['{"a": 1.00, "__proto__": 2}', '[12345678901234567890.123]'] },
  { as: 'point', type: 'VARCHAR', values: [["st_geomfromtext('point(1.5 -2)')", 'POINT(1.5 -2)']] },
]);

/** The types are those of a JSON Schema. */
export const REST_COLUMNS = keyed({ name: 'id', as: '{type: integer}', type: 'BIGINT' }, [
  {
    as: '{type: integer}',
    name: 'valueOf',
    type: 'BIGINT',
    values: ['9223372036854775807', '-9223372036854775808'],
  },
  {
    as: '{type: number}',
    name: 'hasOwnProperty',
    type: 'DOUBLE',
    values: ['0.1', '-0.001', '5e-324', '1.7976931348623157e+308'],
  },
  { as: '{type: string}', name: 'toString', type: 'VARCHAR', values: HARD_TEXTS },
  { as: '{type: boolean}', name: 'isPrototypeOf', type: 'BOOLEAN', values: ['true', 'false'] },
  { as: '{type: string, format: date}', name: '__proto__', type: 'DATE', values: DAYS },
  {
    as: '{type: string, format: date-time}',
    name: 'toLocaleString',
    type: 'TIMESTAMP WITH TIME ZONE',
    values: MOMENTS.map((text) => `${text.replace(' ', 'T')}Z`),
  },
  {
    as: '{type: object}',
    name: 'propertyIsEnumerable',
    type: 'JSON',
    values: [
      '{"a":1.00,"__proto__":2}',
      '{"b":[12345678901234567890,null,-0,1E5]}',
      '{"c":{"d":[0.1234567890123456789,-1.50e-7,1e400]}}',
    ],
  },
]);

/** A cell of a spreadsheet: a serial number in a format has its text in ISO 8601, too. */
export type SheetCell =
  string | number | boolean | null | readonly ['DATE' | 'DATE_TIME' | 'TIME', number, string];

/** One sheet for all spreadsheets. Their texts have no line breaks of their own, and no empty cell is a text. */
const SHEET_TEXTS = HARD_TEXTS.filter(
  (text) => text.trim() !== '' && text.trim() === text && !/[\r\n\t_]|\u00a0/.test(text),
);
const rowsOfSheet = <T>(values: readonly T[]): (T | null)[] => SHEET_TEXTS.map((_, at) => values[at] ?? null);
const serial = (day: string) => Date.parse(day) / 86_400_000 + 25_569;
const SHEET_DAYS = ['2026-03-08', '2026-11-01', '1900-03-01', '9999-12-31'];
const SHEET_TIMES = ['2026-03-08T02:30:00', '2026-11-01T01:30:00', '9999-12-31T23:59:59'];

export const HARD_SHEET: { truth: Truth; cells: readonly (readonly SheetCell[])[] } = {
  truth: [
    { name: 'constructor', type: 'BIGINT', values: SHEET_TEXTS.map((_, at) => String(at + 10)) },
    { name: 'valueOf', type: 'DATE', values: rowsOfSheet(SHEET_DAYS) },
    { name: '__proto__', type: 'TIMESTAMP', values: rowsOfSheet(SHEET_TIMES) },
    { name: 'hasOwnProperty', type: 'TIME', values: rowsOfSheet(['12:00:00', '06:30:00']) },
    {
      name: 'toLocaleString',
      type: 'BIGINT',
      values: rowsOfSheet(['999999999999999', '-999999999999999', '0']),
    },
    {
      name: 'isPrototypeOf',
      type: 'DOUBLE',
      values: rowsOfSheet(['0.1', '-0.001', '1234567890.125']),
    },
    { name: 'propertyIsEnumerable', type: 'BOOLEAN', values: rowsOfSheet(['true', 'false']) },
    { name: 'toString', type: 'VARCHAR', values: SHEET_TEXTS },
  ],
  cells: [
    SHEET_TEXTS.map((_, at) => at + 10),
    rowsOfSheet(SHEET_DAYS.map((day) => ['DATE', serial(day), day] as const)),
    rowsOfSheet(SHEET_TIMES.map((time) => ['DATE_TIME', serial(`${time}Z`), time] as const)),
    rowsOfSheet([['TIME', 0.5, 'PT12H00M00S'] as const, ['TIME', 6.5 / 24, 'PT06H30M00S'] as const]),
    rowsOfSheet([999_999_999_999_999, -999_999_999_999_999, 0]),
    rowsOfSheet([0.1, -0.001, 1_234_567_890.125]),
    rowsOfSheet([true, false]),
    SHEET_TEXTS,
  ],
};
