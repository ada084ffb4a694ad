import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { FULL_REFRESH_OVERWRITE, type StreamColumn } from '@headwater/protocol/protocol';
import { postgres } from './postgres.connector.ts';
import { readIntoWarehouse } from './testing/read-into-warehouse.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import {
  SOURCE_MAJOR,
  configurationFor,
  startSourceServer,
  type SourceServer,
} from './testing/source-server.ts';

interface Case {
  /** The type at the source. */
  type: string;
  /** The type in the warehouse after loading. */
  becomes: string;
  values: readonly (string | null)[];
}

const DAYS = [
  '2024-02-29',
  '0001-01-01',
  '0001-12-31 BC',
  '0044-03-15 BC',
  '4713-01-01 BC',
  '10000-01-01',
  'infinity',
  '-infinity',
  null,
];
const MOMENTS = [
  '2024-03-31 02:30:00.123456',
  '1999-12-31 23:59:59.999999',
  '0044-03-15 12:00:00.5 BC',
  '4713-01-01 00:00:00 BC',
  '294246-12-31 23:59:59',
  'infinity',
  '-infinity',
  null,
];
const FLOATS = ['NaN', 'Infinity', '-Infinity', '-0', '0.1', '1e-30', '123456789', '1e20', null];
// Earlier versions have no infinite numeric, nor one with a negative scale.
const NUMERIC_INFINITIES = SOURCE_MAJOR < 14 ? [] : ['Infinity', '-Infinity'];
const ROUNDED: Case[] =
  SOURCE_MAJOR < 15 ? [] : [{ type: 'numeric(6,-2)', becomes: 'DECIMAL(18,0)', values: ['12300', null] }];

const CASES: Case[] = [
  { type: 'boolean', becomes: 'BOOLEAN', values: ['true', 'false', null] },
  { type: 'smallint', becomes: 'SMALLINT', values: ['-32768', '32767', null] },
  { type: 'integer', becomes: 'INTEGER', values: ['-2147483648', '2147483647', null] },
  { type: 'bigint', becomes: 'BIGINT', values: ['-9223372036854775808', '9223372036854775807', null] },
  { type: 'oid', becomes: 'BIGINT', values: ['4294967295', null] },
  { type: 'real', becomes: 'FLOAT', values: [...FLOATS, '3.4028235e38', '1e-45'] },
  {
    type: 'double precision',
    becomes: 'DOUBLE',
    values: [...FLOATS, '0.30000000000000004', '1.7976931348623157e308', '5e-324'],
  },
  { type: 'numeric(12,2)', becomes: 'DECIMAL(12,2)', values: ['0.10', '-9999999999.99', null] },
  {
    type: 'numeric(38,0)',
    becomes: 'DECIMAL(38,0)',
    values: ['12345678901234567890123', '-99999999999999999999999999999999999999'],
  },
  {
    type: 'numeric(38,38)',
    becomes: 'DECIMAL(38,38)',
    values: ['0.12345678901234567890123456789012345678', null],
  },
  { type: 'numeric(10,2)', becomes: 'VARCHAR', values: ['1.50', 'NaN', null] },
  ...ROUNDED,
  {
    type: 'numeric(50,10)',
    becomes: 'VARCHAR',
    values: ['1234567890123456789012345678901234567890.0123456789'],
  },
  {
    type: 'numeric',
    becomes: 'DECIMAL(38,9)',
    values: ['12345678901234567890.123456789', '0.1', '-7', null],
  },
  { type: 'numeric', becomes: 'VARCHAR', values: ['NaN', ...NUMERIC_INFINITIES, '0.10', null] },
  {
    type: 'text',
    becomes: 'VARCHAR',
    values: [
      '',
      null,
      'null',
      'NULL',
      ' both ends ',
      'a,b',
      '"',
      'say "hi"',
      'line\nline',
      'a\r\nb',
      'a\rb',
      '\r',
      '\t',
      '\\',
      '\\.',
      '\n\\.\n',
      '\\N',
      'Zoë 東京 🛰',
      '007',
      '12345678901234567890123',
      'NaN',
      '=1+1',
      '\u001b\u0001',
      'x'.repeat(100_000),
    ],
  },
  { type: 'varchar(10)', becomes: 'VARCHAR', values: ['', 'ä', null] },
  { type: 'char(5)', becomes: 'VARCHAR', values: ['ab', '', null] },
  { type: '"char"', becomes: 'VARCHAR', values: ['x', null] },
  { type: 'name', becomes: 'VARCHAR', values: ['x', null] },
  { type: 'date', becomes: 'DATE', values: [...DAYS, '5874897-12-31'] },
  { type: 'timestamp', becomes: 'TIMESTAMP', values: MOMENTS },
  {
    type: 'timestamptz',
    becomes: 'TIMESTAMP WITH TIME ZONE',
    values: [...MOMENTS, '2024-03-31 02:30:00+01'],
  },
  {
    type: 'timestamptz(0)',
    becomes: 'VARCHAR',
    values: ['294276-12-31 23:59:59+00', '2024-01-01 00:00:00+00', null],
  },
  { type: 'time', becomes: 'TIME', values: ['00:00:00', '23:59:59.999999', '24:00:00', null] },
  {
    type: 'timetz',
    becomes: 'TIME WITH TIME ZONE',
    values: ['23:59:59.999999-03:30', '24:00:00+00', '12:00:00+15:59', null],
  },
  { type: 'interval', becomes: 'VARCHAR', values: ['1 year -2 days 03:04:05.678901', '0', null] },
  { type: 'uuid', becomes: 'UUID', values: ['A0EEBC99-9c0b-4ef8-bb6d-6bb9bd380a11', null] },
  {
    type: 'json',
    becomes: 'JSON',
    values: ['{"a" : 1, "a": 2}', 'null', '"\\u0000"', '[1e400, 12345678901234567890.123]', null],
  },
  {
    type: 'jsonb',
    becomes: 'JSON',
    values: ['{"a": {"b": [1, 2.50, "x\\ny", null]}}', '12345678901234567890.123456789', null],
  },
  { type: 'json', becomes: 'VARCHAR', values: ['"\\ud800"', '{"a": 1}', null] },
  { type: 'bytea', becomes: 'BLOB', values: ['\\x', '\\x00ff0a0d2c22', null] },
  {
    type: 'text[]',
    becomes: 'VARCHAR[]',
    values: ['{a,NULL,"NULL","b,c","d\\"e","\\\\","",Zoë}', '{}', '{"a\nb"}', null],
  },
  { type: 'integer[]', becomes: 'VARCHAR[]', values: ['{1,NULL,-3}', '[0:1]={1,2}', null] },
  { type: 'numeric[]', becomes: 'VARCHAR[]', values: ['{12345678901234567890123.4500,NaN}'] },
  { type: 'timestamptz[]', becomes: 'VARCHAR[]', values: ['{"2024-03-31 02:30:00.5+00",infinity}'] },
  { type: 'jsonb[]', becomes: 'VARCHAR[]', values: ['{"{\\"a\\": [1, null]}",NULL}'] },
  { type: 'integer[][]', becomes: 'JSON', values: ['{{1,2},{3,NULL}}', '{}', null] },
  { type: 'integer[]', becomes: 'VARCHAR', values: ['{{1,2},{3,4}}', '{5}', null] },
  { type: 'mood', becomes: 'VARCHAR', values: ['very "happy"', 'sad', null] },
  { type: 'price', becomes: 'DECIMAL(6,2)', values: ['1234.50', null] },
  { type: 'half_price', becomes: 'DECIMAL(6,2)', values: ['0.50', null] },
  { type: 'tags', becomes: 'VARCHAR[]', values: ['{a,b}', null] },
  { type: 'place', becomes: 'VARCHAR', values: ['("Main St, 1",7)', null] },
  { type: 'inet', becomes: 'VARCHAR', values: ['10.0.0.1/8', '::1', '10.0.0.1', null] },
  { type: 'inet[]', becomes: 'VARCHAR[]', values: ['{10.0.0.1/8,NULL,::1}', '{}', null] },
  { type: 'inet[][]', becomes: 'JSON', values: ['{{::1,NULL}}', null] },
  { type: 'address', becomes: 'VARCHAR', values: ['::1', null] },
  { type: 'address[]', becomes: 'VARCHAR[]', values: ['{::1}', null] },
  { type: 'cidr', becomes: 'VARCHAR', values: ['10.0.0.0/8', '::1', null] },
  { type: 'cidr[]', becomes: 'VARCHAR[]', values: ['{::1,10.0.0.0/8}'] },
  { type: 'macaddr', becomes: 'VARCHAR', values: ['08:00:2b:01:02:03'] },
  { type: 'macaddr8[]', becomes: 'VARCHAR[]', values: ['{08:00:2b:01:02:03:04:05}'] },
  { type: 'xml', becomes: 'VARCHAR', values: ['<a b="c">&amp;</a>', null] },
  { type: 'int4range', becomes: 'VARCHAR', values: ['[1,5)', 'empty', null] },
  { type: 'point', becomes: 'VARCHAR', values: ['(1,2.5)'] },
  { type: 'tsvector', becomes: 'VARCHAR', values: [`'a':1 'b,c':2`] },
  { type: 'bit(3)', becomes: 'VARCHAR', values: ['101'] },
  { type: 'bit(3)[]', becomes: 'VARCHAR[]', values: ['{101,000}'] },
  { type: 'money', becomes: 'VARCHAR', values: ['1234.5'] },
  { type: 'money[]', becomes: 'VARCHAR[]', values: ['{1234.5,-1}'] },
  { type: 'interval[]', becomes: 'VARCHAR[]', values: ['{1 year,-00:00:01.5}'] },
];

let source: SourceServer;
let folder: string;
let columns: StreamColumn[];
/** The same rows at the source and in the warehouse, as text. */
let there: Record<string, string | null>[];
let here: unknown[][];

before(async () => {
  source = await startSourceServer();
  folder = await mkdtemp(join(tmpdir(), 'headwater-'));
  // The user's settings must not change what is read.
  await source.run(`
    alter role reader set datestyle = 'German'; alter role reader set timezone = 'Asia/Kathmandu';
    alter role reader set intervalstyle = 'postgres_verbose'; alter role reader set bytea_output = 'escape';
    alter role reader set extra_float_digits = -5; alter role reader set standard_conforming_strings = off;
    alter role reader set client_encoding = 'LATIN1';
    alter role headwater set timezone = 'UTC'; alter role headwater set intervalstyle = 'iso_8601';
    create type mood as enum ('very "happy"', 'sad');
    create domain price as numeric(6,2); create domain half_price as price check (value < 100);
    create domain tags as text[]; create domain address as inet; create type place as (street text, number int)`);
  const rows = Math.max(...CASES.map(({ values }) => values.length));
  await source.run(`
    create table everything (id int primary key, ${CASES.map(({ type }, at) => `c${at} ${type}`).join(', ')});
    insert into everything values ${Array.from({ length: rows }, (_, row) => `(${row}, ${CASES.map((each) => valueOf(each, row)).join(', ')})`).join(',\n')};
    grant select on everything to reader`);
  const configuration = configurationFor(source.port);
  const streams = await postgres.discover(configuration, contextFor(folder));
  const catalog = streams.map((stream) => ({
    ...FULL_REFRESH_OVERWRITE,
    ...stream,
    tableName: stream.suggestedTableName,
  }));
  const warehouse = await readIntoWarehouse(configuration, catalog, contextFor(folder));
  columns = warehouse.columns.everything!.slice(1);
  here = await warehouse.rows(
    'everything',
    `select ${columns.map(warehouseText).join(', ')} from t order by id`,
  );
  there = await source.rows(`select ${CASES.map(sourceText).join(', ')} from everything order by id`);
});

after(async () => {
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

function valueOf({ type, values }: Case, row: number): string {
  const value = values[row] ?? null;
  return value === null ? 'null' : `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'::${type}`;
}

describe('A value read from PostgreSQL into the warehouse', () => {
  for (const [at, { type, becomes, values }] of CASES.entries()) {
    it(`keeps its value from ${type} to ${becomes} (${String(values[0]).slice(0, 30)} …)`, () => {
      assert.equal(columns[at]!.type, becomes);
      assert.deepEqual(
        here.map((row) => row[at]).map((value) => comparable(becomes, value as string | null)),
        there.map((row) => row[`c${at}`]!).map((value) => expected(becomes, value)),
      );
    });
  }
});

/** As the server shows it, which for some types isn't what it casts to text. */
const sourceText = ({ type, becomes }: Case, at: number) => {
  if (type.endsWith('[]') || type === 'tags')
    return `to_json(textin(array_out(c${at}))::text[])::text as c${at}`;
  return becomes === 'VARCHAR' && SHOWN.test(type) ? `textin(inet_out(c${at})) as c${at}` : `c${at}::text`;
};
const SHOWN = /^(inet|address)$/;

function warehouseText({ type, name }: StreamColumn): string {
  if (type === 'BLOB') return `'\\x' || lower(hex(${name}))`;
  if (type === 'VARCHAR[]') return `to_json(${name})::varchar`;
  return `${name}::varchar`;
}

const isFloat = (type: string) => type === 'FLOAT' || type === 'DOUBLE';
const WORDS: Record<string, string> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' };

/** Compares floating-point values as numbers, because the notation of the exponent doesn't matter. */
function comparable(type: string, value: string | null): unknown {
  return value !== null && isFloat(type) ? Number(WORDS[value] ?? value) : value;
}

/** Converts PostgreSQL's text to how the warehouse writes the same value. */
function expected(type: string, value: string | null): unknown {
  if (value === null) return null;
  if (isFloat(type)) return Number(value);
  if (/^(DATE|TIMESTAMP)/.test(type)) return value.replace(/^(\S+)(.*) BC$/, '$1 (BC)$2');
  if (type === 'DECIMAL(38,9)')
    return /\./.test(value) ? value.padEnd(value.indexOf('.') + 10, '0') : `${value}.000000000`;
  return type === 'DECIMAL(38,38)' ? value.replace(/^0/, '') : value;
}

it('rejects the rows of a database without an encoding whose texts aren’t UTF-8, and reads the others', async () => {
  await source.run(
    `create database bytes encoding 'SQL_ASCII' ${SOURCE_MAJOR < 15 ? '' : 'locale_provider libc'} lc_collate 'C' lc_ctype 'C' template template0`,
  );
  await source.run(
    `create table places (id int primary key, name text);
     insert into places values (1, 'Zoë'), (2, E'caf\\xe9'), (3, 'plain');
     grant select on places to reader`,
    'bytes',
  );
  const configuration = configurationFor(source.port, { database: 'bytes' });
  const [stream] = await postgres.discover(configuration, contextFor(folder));
  const catalog = [{ ...FULL_REFRESH_OVERWRITE, ...stream!, tableName: 'places' }];
  const { messages, rows } = await readIntoWarehouse(configuration, catalog, contextFor(folder));
  const rejected = messages.flatMap((message) => (message.type === 'REJECTED' ? message.rows : []));
  assert.deepEqual(
    rejected.map(({ line, column, code }) => [line, column, code]),
    [[2, 'name', 'not_utf8']],
  );
  assert.deepEqual(await rows('places', 'select * from t order by id'), [
    [1, 'Zoë'],
    [3, 'plain'],
  ]);
});
