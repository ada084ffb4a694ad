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
  { as: 'inet', type: 'VARCHAR', values: ['10.0.0.1/8', '::1/128'] },
  { as: 'macaddr', type: 'VARCHAR', values: ['08:00:2b:01:02:03'] },
  { as: 'xml', type: 'VARCHAR', values: ['<a b="c">&amp;</a>'] },
  { as: 'int4range', type: 'VARCHAR', values: ['[1,5)', 'empty'] },
  { as: 'point', type: 'VARCHAR', values: ['(1,2.5)'] },
  { as: 'bit(3)', type: 'VARCHAR', values: ['101'] },
  { as: 'money', type: 'VARCHAR', values: [['1234.5', '$1,234.50']] },
]);
