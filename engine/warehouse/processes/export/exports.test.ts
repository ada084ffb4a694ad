import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromIPC } from 'apache-arrow';
import readXlsxFile from 'read-excel-file/node';
import { csvRow } from '@headwater/shared/contract/plain';
import { QueryTooLarge, VersionAltered, VersionGone } from '../query/query-fault.ts';
import type { ExportRequest } from './messages.ts';
import { Exports } from './exports.ts';

const requester = { workspaceId: 'org_1', userId: 'usr_1' };
const stays = new AbortController().signal;

let folder: string;
let exports: Exports;
let files = 0;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-'));
  exports = new Exports({ root: folder, scratch: join(folder, 'scratch'), slots: 1 });
});
after(async () => {
  await exports.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a version file with these columns and returns a request for it. */
async function given(name: string, columns: Record<string, string>, rows: string): Promise<ExportRequest> {
  const path = join(folder, `${name}-${(files += 1)}`);
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(`set TimeZone = 'UTC'`);
  const defined = Object.entries(columns).map(
    ([column, type]) => `"${column.replaceAll('"', '""')}" ${type}`,
  );
  await connection.run(`create table data (${defined.join(', ')}); insert into data ${rows}; checkpoint`);
  connection.closeSync();
  instance.closeSync();
  const all = Object.entries(columns).map(([column, type]) => ({ name: column, type }));
  return {
    file: { path, bytes: (await stat(path)).size },
    ...{
      columns: all,
      shown: all,
      query: null,
      isAlphabetical: true,
      format: 'csv',
      texts: 'spreadsheet',
      tableName: name,
      rows: 1,
    },
  };
}
const fileOf = async (request: ExportRequest) => text(await exports.run(request, requester, stays));

describe('a file', () => {
  test('has each text as a spreadsheet should read it, and numbers as they are', async () => {
    const texts = [
      'plain',
      'a,b',
      'say "hi"',
      'two\nlines',
      '=1+1',
      '-5',
      '-5+1',
      '@x',
      '＝1',
      "'=1",
      ' =1',
      '',
      null,
    ];
    const values = texts.map(
      (one, at) => `(${at}, ${one === null ? 'null' : `'${one.replaceAll("'", "''")}'`})`,
    );
    const file = await fileOf(
      await given('texts', { id: 'INTEGER', 'a "text"': 'VARCHAR' }, `values ${values.join(', ')}`),
    );
    const expected = texts.map((one, at) => csvRow([at, one], 'spreadsheet'));
    assert.equal(file, csvRow(['id', 'a "text"'], 'spreadsheet') + expected.join(''));
  });

  const TYPES = {
    ...{ whole: 'BIGINT', exact: 'DECIMAL(38,2)', rough: 'DOUBLE', flag: 'BOOLEAN', day: 'DATE' },
    ...{ moment: 'TIMESTAMP WITH TIME ZONE', id: 'UUID', doc: 'JSON', list: 'INTEGER[]', bytes: 'BLOB' },
  };
  const ROW = `values (9007199254740993, -0.10, -0.1, true, '0044-03-15 (BC)', '2024-02-29 12:00:00.000001+00',
    '00000000-0000-0000-0000-000000000001', '{"n": 12345678901234567890.10,\n "t": "a\\nb"}', [1, null], '\\x00\\xFF'),
    (null, null, 'NaN', null, null, null, null, null, null, null)`;

  test('has values of every type with all their digits', async () => {
    assert.equal(
      await fileOf(await given('types', TYPES, ROW)),
      'whole,exact,rough,flag,day,moment,id,doc,list,bytes\r\n' +
        '9007199254740993,-0.10,-0.1,true,0044-03-15 BC,2024-02-29T12:00:00.000001Z,' +
        '00000000-0000-0000-0000-000000000001,' +
        '"{""n"": 12345678901234567890.10,\n ""t"": ""a\\nb""}","[1,null]",\\x00ff\r\n' +
        ',,NaN,,,,,,,\r\n',
    );
  });

  test('of JSON Lines has a row a line, with types where JSON has them', async () => {
    const file = await fileOf({ ...(await given('lines', TYPES, ROW)), format: 'jsonl' });
    const [first, second, end] = file.split('\n');
    assert.equal(end, '');
    assert.ok(first!.includes('"whole":9007199254740993,"exact":-0.10,'), first);
    assert.ok(first!.includes('"doc":{"n": 12345678901234567890.10,  "t": "a\\nb"},"list":[1,null]'), first);
    assert.equal(JSON.parse(first!).day, '0044-03-15 BC');
    assert.deepEqual(Object.values(JSON.parse(second!)), [null, null, 'NaN', ...Array(7).fill(null)]);
  });

  test('of JSON Lines has numbers that JSON doesn’t have as text, in lists too', async () => {
    const request = await given(
      'beyond',
      { list: 'DOUBLE[]', other: 'FLOAT[]' },
      `values (['Infinity'::double, '-Infinity', 'NaN', 0.5, null], ['nan'::float])`,
    );
    const file = await fileOf({ ...request, format: 'jsonl' });
    assert.deepEqual(JSON.parse(file), {
      list: ['Infinity', '-Infinity', 'NaN', 0.5, null],
      other: ['NaN'],
    });
  });

  test('has the rows that match, in their order, and the chosen columns', async () => {
    const request = await given(
      'query',
      { id: 'BIGINT', x: 'BIGINT' },
      'select i, i % 3 from range(10) t(i)',
    );
    const file = await fileOf({
      ...request,
      shown: [{ name: 'id', type: 'BIGINT' }],
      query: {
        filter: [[{ column: 'x', operator: 'greater', values: ['0'] }]],
        sort: [{ column: 'x', descending: true }],
      },
    });
    assert.deepEqual(file.split('\r\n'), ['id', '2', '5', '8', '1', '4', '7', '']);
  });

  test('without rows has only its head', async () => {
    assert.equal(await fileOf(await given('empty', { id: 'BIGINT' }, 'select 1 where false')), 'id\r\n');
  });

  test('that is sorted needs the disk if memory doesn’t suffice, and leaves nothing there', async () => {
    const request = await given(
      'large',
      { id: 'BIGINT', t: 'VARCHAR' },
      `
      select i, md5(i::varchar) || repeat('x', 200) from range(600_000) t(i)`,
    );
    const small = new Exports({ root: folder, scratch: join(folder, 'small'), memoryLimit: '160MB' });
    const query = { filter: [], sort: [{ column: 't', descending: false }] };
    const file = await small.run({ ...request, query }, requester, stays);
    const lines = (await text(file))
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[1]!);
    assert.equal(lines.length, 600_000);
    assert.ok(lines.every((line, at) => at === 0 || lines[at - 1]! <= line));
    await small.close();
    assert.deepEqual(await readdir(join(folder, 'small')), []);
    const without = new Exports({
      root: folder,
      scratch: join(folder, 'none'),
      memoryLimit: '96MB',
      spillBytes: 1024 ** 2,
    });
    await assert.rejects(without.run({ ...request, query }, requester, stays), QueryTooLarge);
    await without.close();
  });
});

describe('an export', () => {
  test('that has ended before anyone reads it is whole', async () => {
    const request = await given('small', { id: 'BIGINT' }, 'values (1)');
    const two = new Exports({ root: folder, scratch: join(folder, 'two') });
    const early = await two.run(request, requester, stays);
    // Takes as long as starting a process, in which the other one ends.
    const late = await text(await two.run(request, requester, stays));
    assert.equal(await text(early), late);
    assert.equal(late, 'id\r\n1\r\n');
    await two.close();
  });

  const endless = () =>
    given('endless', { id: 'BIGINT', t: 'VARCHAR' }, `select i, repeat('x', 500) from range(200_000) t(i)`);

  test('of a file that is gone or altered says so before anything is sent', async () => {
    const request = await given('altered', { id: 'BIGINT' }, 'values (1)');
    const { path, bytes } = request.file;
    await assert.rejects(fileOf({ ...request, file: { path: `${path}x`, bytes } }), VersionGone);
    await assert.rejects(fileOf({ ...request, file: { path, bytes: bytes + 1 } }), VersionAltered);
  });

  test('whose reader leaves ends, and the next one has its place', async () => {
    const request = await endless();
    const first = await exports.run(request, requester, stays);
    const next = exports.run(request, requester, stays);
    await once(first, 'readable');
    first.destroy();
    assert.equal((await text(await next)).split('\n').length, 200_002);
  });

  test('leaves a slot to other workspaces, however many files one of them reads slowly', async () => {
    const [long, short] = [await endless(), await given('short', { id: 'BIGINT' }, 'values (1)')];
    const three = new Exports({ root: folder, scratch: join(folder, 'three'), slots: 3 });
    const slow = await Promise.all([1, 2].map(() => three.run(long, requester, stays)));
    const third = three.run(short, requester, stays);
    const neighbor = { workspaceId: 'org_2', userId: 'usr_2' };
    assert.equal(await text(await three.run(short, neighbor, stays)), 'id\r\n1\r\n');
    for (const file of slow) file.destroy();
    assert.equal(await text(await third), 'id\r\n1\r\n');
    await three.close();
  });

  test('that nobody waits for is not started, or ends', async () => {
    const leaving = new AbortController();
    const run = exports.run(await endless(), requester, leaving.signal);
    leaving.abort(new Error('left'));
    await assert.rejects(run, /left/);
  });

  test('whose reader stalls breaks off, so that half a file doesn’t look whole', async () => {
    const leastSpeed = { graceMs: 100 };
    const hasty = new Exports({ root: folder, scratch: join(folder, 'hasty'), leastSpeed });
    const file = await hasty.run(await endless(), requester, stays);
    file.once('readable', () => file.read(1));
    const [error] = await once(file, 'error');
    assert.match(String(error), /QueryProcessLost/);
    await hasty.close();
  });
});

describe('an Excel file', () => {
  /** The rows of the sheet below the names of its columns, as an independent reader finds them. */
  async function rowsOf(request: ExportRequest): Promise<unknown[][]> {
    const file = await exports.run({ ...request, format: 'xlsx' }, requester, stays);
    const [sheet] = await readXlsxFile(await buffer(file), { trim: false });
    const [head, ...rows] = sheet!.data;
    assert.deepEqual(
      head,
      request.shown.map(({ name }) => name),
    );
    return rows;
  }
  const valuesOf = async (type: string, ...values: string[]) =>
    (
      await rowsOf(
        await given(
          'cells',
          { at: 'INTEGER', x: type },
          `values ${values.map((one, at) => `(${at}, ${one})`).join(', ')}`,
        ),
      )
    ).map(([, value]) => value);

  test('has numbers as such if Excel keeps all their whole digits, and a column as text otherwise', async () => {
    assert.deepEqual(await valuesOf('BIGINT', '-12', '999999999999999', 'null'), [
      -12,
      999999999999999,
      null,
    ]);
    assert.deepEqual(await valuesOf('BIGINT', '-12', '1000000000000000', '-9223372036854775808', 'null'), [
      '-12',
      '1000000000000000',
      '-9223372036854775808',
      null,
    ]);
    assert.deepEqual(await valuesOf('UBIGINT', '0', '18446744073709551615'), ['0', '18446744073709551615']);
    assert.deepEqual(await valuesOf('DECIMAL(38,4)', '-0.1000', '1234567890123.4567', '0.00'), [
      -0.1,
      Number('1234567890123.4567'),
      0,
    ]);
    assert.deepEqual(await valuesOf('DECIMAL(38,2)', '1.50', '1234567890123456.78'), [
      '1.50',
      '1234567890123456.78',
    ]);
    assert.deepEqual(
      await valuesOf('DOUBLE', '0.1', `'NaN'`, `'-Infinity'`, '1e308', '5e-324', '1.7976931348623157e308'),
      [0.1, 'NaN', '-Infinity', 1e308, '5e-324', 1.7976931348623157e308],
    );
    assert.deepEqual(await valuesOf('BOOLEAN', 'true', 'false', 'null'), [true, false, null]);
  });

  test('has dates and times as such, to the millisecond, and a column with any that Excel lacks as text', async () => {
    const day = (text: string) => new Date(`${text}T00:00:00Z`);
    assert.deepEqual(await valuesOf('DATE', `'2024-02-29'`, `'1900-03-01'`, `'9999-12-31'`, 'null'), [
      day('2024-02-29'),
      day('1900-03-01'),
      day('9999-12-31'),
      null,
    ]);
    assert.deepEqual(
      await valuesOf('DATE', `'2024-02-29'`, `'1900-02-28'`, `'infinity'`, `'0044-03-15 (BC)'`),
      [...['2024-02-29', '1900-02-28', 'infinity', '0044-03-15 BC']],
    );
    assert.deepEqual(
      await valuesOf(
        'TIMESTAMP',
        `'2024-02-29 12:30:00'`,
        `'2024-02-29 12:30:00.123999'`,
        `'1901-02-28 23:59:59.999999'`,
        'null',
      ),
      [
        new Date('2024-02-29T12:30:00Z'),
        new Date('2024-02-29T12:30:00.123Z'),
        new Date('1901-02-28T23:59:59.999Z'),
        null,
      ],
    );
    assert.deepEqual(await valuesOf('TIMESTAMP', `'2024-02-29 12:30:00.000001'`, `'1899-12-31'`), [
      '2024-02-29T12:30:00.000001',
      '1899-12-31T00:00:00',
    ]);
    assert.deepEqual(
      await valuesOf(
        'TIMESTAMP WITH TIME ZONE',
        `'2024-02-29 12:30:00+02'`,
        `'2024-02-29 12:30:00.000001+00'`,
      ),
      [new Date('2024-02-29T10:30:00Z'), new Date('2024-02-29T12:30:00Z')],
    );
    assert.deepEqual(await valuesOf('TIMESTAMP WITH TIME ZONE', `'2024-02-29 12:30:00+02'`, `'infinity'`), [
      '2024-02-29T10:30:00Z',
      'infinity',
    ]);
  });

  test('has a time of day as a share of a day, up to 24:00:00', async () => {
    const at = (text: string) => new Date(`${text}Z`);
    assert.deepEqual(await valuesOf('TIME', `'06:00:00'`, `'24:00:00'`, `'00:00:00.500999'`, 'null'), [
      ...[at('1899-12-30T06:00:00'), at('1899-12-31T00:00:00'), at('1899-12-30T00:00:00.500'), null],
    ]);
  });

  test('has text as it is: never a formula, never cut at a letter that XML lacks', async () => {
    const texts = [
      '=1+1',
      '-5',
      '<b>&amp;</b>',
      ' two \n lines\r\n',
      '\x01_x0041_\x1F',
      '\uFFFF',
      '😀',
      ']]>',
    ];
    assert.deepEqual(await valuesOf('VARCHAR', ...texts.map((one) => `'${one}'`)), texts);
    assert.deepEqual(await valuesOf('JSON', `'{"a": "<b>"}'`), ['{"a": "<b>"}']);
    assert.deepEqual(await valuesOf('INTEGER[]', '[1, null]'), ['[1,null]']);
    assert.deepEqual(await valuesOf('BLOB', String.raw`'\x00\xFF'::blob`), [String.raw`\x00ff`]);
  });

  test('shows where a text is cut that is too long for a cell', async () => {
    const [fits, long, wide, wider] = (await valuesOf(
      'VARCHAR',
      `repeat('ä', 32767)`,
      `repeat('ä', 32768)`,
      `repeat('😀', 16383)`,
      `repeat('😀', 20000)`,
    )) as string[];
    assert.equal(fits, 'ä'.repeat(32_767));
    assert.equal(long, `${'ä'.repeat(32_766)}…`);
    assert.equal(wide, '😀'.repeat(16_383));
    assert.ok(wider!.length <= 32_767 && wider!.endsWith('😀…'));
  });

  test('has the columns in their order, also beyond the alphabet, and names of any letters', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `column <${at}>`);
    const columns = Object.fromEntries(names.map((name) => [name, 'INTEGER']));
    const [row] = await rowsOf(
      await given('wide [1]', columns, `values (${names.map((_, at) => at).join(', ')})`),
    );
    assert.deepEqual(
      row,
      names.map((_, at) => at),
    );
    assert.deepEqual(await rowsOf(await given('none', { id: 'BIGINT' }, 'select 1 where false')), []);
  });
});

describe('a Parquet file', () => {
  test('has all values in their own types, and the rows that match in their order', async () => {
    const types = {
      ...{
        id: 'BIGINT',
        whole: 'BIGINT',
        exact: 'DECIMAL(38,2)',
        rough: 'DOUBLE',
        flag: 'BOOLEAN',
        day: 'DATE',
      },
      ...{ moment: 'TIMESTAMP WITH TIME ZONE', doc: 'JSON', list: 'INTEGER[]', bytes: 'BLOB' },
    };
    const request = await given(
      'parquet',
      types,
      `values (1, 9007199254740993, -0.10, 'NaN', true, '0044-03-15 (BC)', '2024-02-29 12:00:00.000001+00',
         '{"n": 12345678901234567890.10}', [1, null], '\\x00\\xFF'),
       (2, null, null, null, null, null, null, null, null, null), (3, 1, 2, 3, false, 'infinity', 'infinity', '1', [], '')`,
    );
    const query = {
      filter: [[{ column: 'id', operator: 'less', values: ['3'] }]],
      sort: [{ column: 'id', descending: true }],
    } as const;
    const path = join(folder, 'out.parquet');
    await writeFile(path, await exports.run({ ...request, query, format: 'parquet' }, requester, stays));
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`set TimeZone = 'UTC'`);
    await connection.run(`attach '${request.file.path}' as v1 (read_only)`);
    const read = async (statement: string) => (await connection.runAndReadAll(statement)).getRowsJson();
    assert.deepEqual(
      await read(`select * from '${path}'`),
      await read('select * from v1.main.data where id < 3 order by id desc'),
    );
    const described = (await read(`describe select * from '${path}'`)) as string[][];
    assert.deepEqual(
      described.map(([name, type]) => [name, type]),
      Object.entries(types),
    );
    connection.closeSync();
    instance.closeSync();
  });

  test('has what not every reader opens as text: UUIDs, and times of day up to 24:00:00', async () => {
    const types = { u: 'UUID', t: 'TIME', us: 'UUID[]', ts: 'TIME[]' };
    const id = '00000000-0000-0000-0000-00000000000a';
    const request = await given(
      'texts',
      types,
      `values ('${id}', '24:00:00', ['${id}', null], ['00:00:00.000001'])`,
    );
    const path = join(folder, 'texts.parquet');
    await writeFile(path, await exports.run({ ...request, format: 'parquet' }, requester, stays));
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const found = await connection.runAndReadAll(`from '${path}'`);
    assert.deepEqual(found.columnTypes().map(String), ['VARCHAR', 'VARCHAR', 'VARCHAR[]', 'VARCHAR[]']);
    assert.deepEqual(found.getRowsJson(), [[id, '24:00:00', [id, null], ['00:00:00.000001']]]);
    connection.closeSync();
    instance.closeSync();
  });

  test('has lists of moments in their own type, or of texts if one of them is infinite', async () => {
    const types = {
      ...{ days: 'DATE[]', far: 'DATE[]', walls: 'TIMESTAMP[]', ends: 'TIMESTAMP[]' },
      ...{ moments: 'TIMESTAMP WITH TIME ZONE[]', ever: 'TIMESTAMP WITH TIME ZONE[]' },
    };
    const request = await given(
      'lists',
      types,
      `values (['2026-11-01', null], ['2026-11-01'], ['2026-11-01 01:30:00'], ['0044-03-15 (BC) 12:00:00.5'],
          ['2026-11-01 05:30:00+00'], ['2026-11-01 05:30:00+00']),
        ([], ['-infinity', null], null, ['infinity'], [], ['infinity', '2026-11-01 05:30:00.25+00']),
        (null, null, null, null, null, null)`,
    );
    const path = join(folder, 'lists.parquet');
    await writeFile(path, await exports.run({ ...request, format: 'parquet' }, requester, stays));
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`set TimeZone = 'UTC'`);
    const found = await connection.runAndReadAll(`select far, ends, ever from '${path}'`);
    assert.deepEqual((await connection.runAndReadAll(`from '${path}'`)).columnTypes().map(String), [
      ...['DATE[]', 'VARCHAR[]', 'TIMESTAMP[]', 'VARCHAR[]', 'TIMESTAMP WITH TIME ZONE[]', 'VARCHAR[]'],
    ]);
    assert.deepEqual(found.getRowsJson(), [
      [['2026-11-01'], ['0044-03-15T12:00:00.5 BC'], ['2026-11-01T05:30:00Z']],
      [['-infinity', null], ['infinity'], ['infinity', '2026-11-01T05:30:00.25Z']],
      [null, null, null],
    ]);
    connection.closeSync();
    instance.closeSync();
    const lines = (await fileOf({ ...request, format: 'jsonl' })).split('\n');
    assert.deepEqual(JSON.parse(lines[1]!).ever, ['infinity', '2026-11-01T05:30:00.25Z']);
    assert.deepEqual(JSON.parse(lines[0]!).ends, ['0044-03-15T12:00:00.5 BC']);
    const arrow = tableFromIPC(
      await buffer(await exports.run({ ...request, format: 'arrow' }, requester, stays)),
    );
    assert.equal(arrow.getChild('far')!.get(1), '["-infinity",null]');
    assert.equal(arrow.getChild('walls')!.get(0), '["2026-11-01T01:30:00"]');
  });

  test('of large values fits into memory', async () => {
    const request = await given(
      'heavy',
      { id: 'BIGINT', t: 'VARCHAR' },
      `select i, repeat(md5(i::varchar), 200) from range(16_000) t(i)`,
    );
    const small = new Exports({ root: folder, scratch: join(folder, 'heavy'), memoryLimit: '96MB' });
    const file = await buffer(await small.run({ ...request, format: 'parquet' }, requester, stays));
    assert.equal(file.subarray(0, 4).toString(), 'PAR1');
    await small.close();
  });
});

describe('an Arrow stream', () => {
  const streamOf = async (request: ExportRequest) =>
    tableFromIPC(await buffer(await exports.run({ ...request, format: 'arrow' }, requester, stays)));
  const types = {
    ...{ id: 'BIGINT', small: 'SMALLINT', whole: 'INTEGER', exact: 'DECIMAL(38,2)', rough: 'DOUBLE' },
    ...{ single: 'FLOAT', flag: 'BOOLEAN', day: 'DATE', wall: 'TIMESTAMP', name: 'VARCHAR', bytes: 'BLOB' },
    ...{ moment: 'TIMESTAMP WITH TIME ZONE', uuid: 'UUID', doc: 'JSON', list: 'INTEGER[]', clock: 'TIME' },
  };

  test('has all values in their own types, or as text, and NULL', async () => {
    const nothing = Object.keys(types).map(() => 'null');
    const table = await streamOf(
      await given(
        'arrow',
        types,
        `values (9007199254740993, -3, 4, -99999999999999999999.10, 'NaN', 0.5, true, '0044-03-15 (BC)',
           '2024-02-29 12:00:00.000001', 'é😀', '\\x00\\xFF', '1969-12-31 23:59:59.999999+00',
           '00000000-0000-0000-0000-000000000001', '{"n": 12345678901234567890.10}', [1, null], '12:30:00'),
         (${nothing.join()})`,
      ),
    );
    assert.deepEqual(
      table.schema.fields.map(({ name, type }) => `${name} ${String(type)}`),
      [
        ...[
          'id Int64',
          'small Int16',
          'whole Int32',
          'exact Decimal[38e+2]',
          'rough Float64',
          'single Float32',
        ],
        ...['flag Bool', 'day Date32<DAY>', 'wall Timestamp<MICROSECOND>', 'name Utf8', 'bytes Binary'],
        ...['moment Timestamp<MICROSECOND, UTC>', 'uuid Utf8', 'doc Utf8', 'list Utf8', 'clock Utf8'],
      ],
    );
    const value = (name: string, row: number) => table.getChild(name)!.get(row) as unknown;
    const raw = (name: string) => table.getChild(name)!.data[0]!.values as ArrayLike<unknown>;
    for (const [name, expected] of Object.entries({
      ...{ id: 9007199254740993n, small: -3, whole: 4, rough: NaN, single: 0.5, flag: true, name: 'é😀' },
      ...{ uuid: '00000000-0000-0000-0000-000000000001', doc: '{"n": 12345678901234567890.10}' },
      ...{ list: '[1,null]', clock: '12:30:00', bytes: new Uint8Array([0, 255]) },
    }))
      assert.deepEqual(value(name, 0), expected, name);
    assert.deepEqual([raw('wall')[0], raw('moment')[0]], [1_709_208_000_000_001n, -1n]);
    assert.equal(new Date(Number(raw('day')[0]) * 86_400_000).toISOString(), '-000043-03-15T00:00:00.000Z');
    const [low, high] = new BigInt64Array((raw('exact') as Uint32Array).slice(0, 4).buffer);
    assert.equal((high! << 64n) | BigInt.asUintN(64, low!), -9_999_999_999_999_999_999_910n);
    for (const name of Object.keys(types)) assert.equal(value(name, 1), null, name);
  });

  test('has the rows that match in their order, in as many batches as they need, or none', async () => {
    const request = await given(
      'many',
      { id: 'BIGINT', t: 'VARCHAR' },
      'select i, i from range(10_000) t(i)',
    );
    const query = {
      filter: [[{ column: 'id', operator: 'less', values: ['9000'] }]],
      sort: [{ column: 'id', descending: true }],
    } as const;
    const table = await streamOf({ ...request, query });
    // Whatever the engine's chunks are, of which a filter leaves any number of rows.
    assert.deepEqual(
      table.batches.map(({ numRows }) => numRows),
      [2_048, 2_048, 2_048, 2_048, 808],
    );
    const sparse = await streamOf({
      ...request,
      query: { filter: [[{ column: 't', operator: 'contains', values: ['7'] }]], sort: [] },
    });
    assert.deepEqual(
      sparse.batches.map(({ numRows }) => numRows),
      [2_048, 1_391],
    );
    assert.deepEqual(
      [...table.getChild('t')!],
      Array.from({ length: 9_000 }, (_, at) => String(8_999 - at)),
    );
    const none = await streamOf(await given('no', { id: 'BIGINT' }, 'select 1 where false'));
    assert.deepEqual([none.numRows, none.schema.fields.length], [0, 1]);
  });
});
