import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { CheckStep } from '@headwater/shared/contract';
import { FailureError } from '@headwater/base/failures/failure';
import {
  FULL_REFRESH_OVERWRITE,
  type DiscoveredStream,
  type ReadMessage,
  type StreamState,
} from '@headwater/protocol/protocol';
import { FileLab } from '../files/testing/file-lab.ts';
import { number, odsOf, row, sheet, text } from '../files/testing/ods-file.ts';
import { startApiServer, type ApiServer } from '@headwater/protocol/testing/api-server';
import { webFile } from './web-file.connector.ts';

let server: ApiServer;
let lab: FileLab;
before(async () => {
  server = await startApiServer();
  lab = await FileLab.open();
});
after(async () => {
  await server.stop();
  await lab.close();
});
beforeEach(() => {
  server.routes.clear();
  server.received.length = 0;
});

/** Files, each of which is known again by its content. */
function serve(files: Record<string, string | Buffer>): void {
  for (const [path, body] of Object.entries(files)) {
    const etag = `"${Buffer.from(body).toString('base64').slice(0, 60)}"`;
    server.routes.set(path, ({ headers }) =>
      headers['if-none-match'] === etag ? { status: 304, body: '' } : { body, headers: { etag } },
    );
  }
}

const config = (path: string, more: Record<string, unknown> = {}) => ({
  url: `${server.url}${path}`,
  ...more,
});
const load = async (path: string, more: Record<string, unknown> = {}) => {
  const tables = await lab.allOf(webFile, config(path, more));
  assert.equal(tables.length, 1);
  return tables[0]!;
};
const codes = (findings: readonly { code: string }[]) => findings.map(({ code }) => code);
const failureOf = async (work: () => Promise<unknown>) => {
  try {
    await work();
  } catch (error) {
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
  return assert.fail('it worked');
};

async function read(
  path: string,
  stream: DiscoveredStream,
  { state, ...more }: { state?: StreamState | undefined; missingFiles?: string } = {},
) {
  const tableName = stream.suggestedTableName;
  const states = new Map(state ? [[tableName, state]] : []);
  const messages: ReadMessage[] = [];
  const catalog = [{ ...FULL_REFRESH_OVERWRITE, ...stream, tableName }];
  for await (const message of webFile.read(config(path, more), catalog, states, lab.context()))
    messages.push(message);
  const last = messages.at(-1) as Extract<ReadMessage, { type: 'STREAM_STATUS' }>;
  const said = messages.find((message) => message.type === 'STATE');
  return {
    messages,
    last,
    status: last.status,
    failure: last.status === 'INCOMPLETE' ? last.failure : null,
    state: last.status === 'UNCHANGED' ? last.state : said?.state,
  };
}
const downloads = () =>
  server.received.filter(({ headers }) => headers['if-none-match'] === undefined).map(({ path }) => path);

describe('Several files from the web', () => {
  it('are one table with all of their columns, and the name of the file of each row', async () => {
    serve({
      '/orders-1.csv': 'id,amount,note\n1,1.5,a\n',
      '/orders-2.csv': 'AMOUNT,id,discount\n2.25,2,10\n',
      '/orders-3.csv': gzipSync('id;amount\n3;1.000,5\n'),
    });
    const table = await load('/orders-{1..3}.csv');
    assert.deepEqual(
      [table.table, table.names],
      ['orders', ['id', 'amount', 'note', 'discount', '_source_file']],
    );
    assert.deepEqual(table.types, ['BIGINT', 'DOUBLE', 'VARCHAR', 'BIGINT', 'VARCHAR']);
    assert.deepEqual(table.rows, [
      ['1', '1.5', 'a', null, 'orders-1.csv'],
      ['2', '2.25', null, '10', 'orders-2.csv'],
      ['3', '1000.5', null, null, 'orders-3.csv'],
    ]);
    const lacking = table.findings.filter(({ code }) => code === 'column_not_everywhere');
    assert.deepEqual(
      lacking.map(({ values }) => [values.column, values.missing, values.files, values.file]),
      [
        ['note', 2, 3, 'orders-2.csv'],
        ['discount', 2, 3, 'orders-1.csv'],
      ],
    );
  });

  it('have the type that holds what is in all of them, and say where it differs', async () => {
    serve({
      '/a-1.csv': 'code,price,share,day,empty,word\n1,1.10,5 %,2024-01-02,,N/A\n',
      '/a-2.csv': 'code,price,share,day,empty,word\nx7,2.5,0.05,31.12.2024,7,8\n',
      '/a-3.csv': 'code,price,share,day,empty,word\n01,12345678901234567.25,6 %,2024-01-03,,9\n',
    });
    const table = await load('/a-{1..3}.csv');
    assert.deepEqual(table.types, [
      'VARCHAR',
      'DECIMAL(38,2)',
      'VARCHAR',
      'DATE',
      'BIGINT',
      'BIGINT',
      'VARCHAR',
    ]);
    assert.deepEqual(table.rows, [
      ['1', '1.10', '5 %', '2024-01-02', null, null, 'a-1.csv'],
      ['x7', '2.50', '0.05', '2024-12-31', '7', '8', 'a-2.csv'],
      ['01', '12345678901234567.25', '6 %', '2024-01-03', null, '9', 'a-3.csv'],
    ]);
    const differ = table.findings.find(({ code }) => code === 'column_types_differ')!.values;
    assert.deepEqual(
      [differ.column, differ.file, differ.fileKind, differ.other, differ.otherKind, differ.kind],
      ['code', 'a-1.csv', 'number', 'a-2.csv', 'text', 'text'],
    );
  });

  it('can be JSON, whose values stay what they are', async () => {
    serve({
      '/a-1.jsonl': '{"id":1,"tags":"one","n":1}\n',
      '/a-2.jsonl': '{"id":2,"tags":["x"],"n":"two"}\n{"id":3,"n":null}\n',
    });
    const table = await load('/a-{1,2}.jsonl');
    assert.deepEqual(table.types, ['BIGINT', 'JSON', 'VARCHAR', 'VARCHAR']);
    assert.deepEqual(table.rows, [
      ['1', '"one"', '1', 'a-1.jsonl'],
      ['2', '["x"]', 'two', 'a-2.jsonl'],
      ['3', null, null, 'a-2.jsonl'],
    ]);
  });

  it('can be Parquet, which the engine reads', async () => {
    const write = async (name: string, query: string) => {
      const path = `${lab.folder}/${name}`;
      await lab.connection.run(`copy (${query}) to '${path}' (format parquet)`);
      return readFile(path);
    };
    serve({
      '/p-1.parquet': await write(
        'one',
        `select 1::integer as id, 1.5::decimal(9,2) as price, date '2024-01-02' as day`,
      ),
      '/p-2.parquet': await write(
        'two',
        `select 5000000000 as id, 2::float as size, timestamp '2024-01-02 03:04:05' as day`,
      ),
    });
    const table = await load('/p-{1..2}.parquet');
    assert.deepEqual(table.types, ['BIGINT', 'DECIMAL(9,2)', 'TIMESTAMP', 'FLOAT', 'VARCHAR']);
    assert.deepEqual(table.rows, [
      ['1', '1.50', '2024-01-02 00:00:00', null, 'p-1.parquet'],
      ['5000000000', null, '2024-01-02 03:04:05', '2.0', 'p-2.parquet'],
    ]);
  });

  it('have a table for each sheet, if they are workbooks', async () => {
    const workbook = await readFile(new URL('../files/testing/fixtures/types.xlsx', import.meta.url));
    serve({ '/north.xlsx': workbook, '/south.xlsx': workbook });
    const tables = await lab.allOf(webFile, config('/{north,south}.xlsx'));
    assert.equal(tables.length, 2);
    for (const { rows } of tables) {
      assert.equal(rows.length % 2, 0);
      const names = rows.map((row) => row.at(-1));
      assert.deepEqual([names[0], names.at(-1)], ['north.xlsx', 'south.xlsx']);
    }
  });

  it('are joined sheet by sheet, also with workbooks that have a single one', async () => {
    const orders = (n: string) => sheet(row(text('n')) + row(number(n)), 'Orders');
    serve({
      '/a-1.ods': await odsOf(orders('1')),
      '/a-2.ods': await odsOf(orders('2') + sheet(row(text('m')) + row(number('3')), 'More')),
    });
    const tables = await lab.allOf(webFile, config('/a-{1..2}.ods'));
    assert.deepEqual(
      tables.map(({ table, rows }) => [table, rows]),
      [
        [
          'a_orders',
          [
            ['1', 'a-1.ods'],
            ['2', 'a-2.ods'],
          ],
        ],
        ['a_more', [['3', 'a-2.ods']]],
      ],
    );
  });

  it('are named by where they are if their names are the same', async () => {
    serve({ '/a/x.csv': 'n\n1\n', '/b/x.csv': 'n\n2\n' });
    const { host } = new URL(server.url);
    const byPath = await load('/a/x.csv', { moreUrls: [`${server.url}/b/x.csv`] });
    assert.deepEqual(
      byPath.rows.map(([, name]) => name),
      [`${host}/a/x.csv`, `${host}/b/x.csv`],
    );
    const byQuery = await load('/a/x.csv?signature=secret&page={1..2}');
    assert.deepEqual(
      byQuery.rows.map(([, name]) => name),
      ['x.csv 1', 'x.csv 2'],
    );
  });

  it('are named in what goes wrong', async () => {
    serve({ '/a-1.csv': 'n\n1\n', '/a-3.csv': 'n\n3\n' });
    const { host } = new URL(server.url);
    const missing = await failureOf(() => webFile.discover(config('/a-{1..3}.csv'), lab.context()));
    assert.deepEqual([missing.code, missing.values.host], ['web_file_refused', `${host} (a-2.csv)`]);
    const steps: CheckStep[] = [];
    for await (const step of webFile.check(config('/a-{1..3}.csv'), lab.context())) steps.push(step);
    assert.equal(steps.at(-1)!.failure?.values.host, `${host} (a-2.csv)`);

    serve({ '/a-2.csv': '{"n":1}\n{"n":2}\n' });
    const other = await failureOf(() => webFile.discover(config('/a-{1..3}.csv'), lab.context()));
    assert.deepEqual(
      [other.code, other.values.file, other.values.kind, other.values.firstKind],
      ['files_kinds_differ', 'a-2.csv', 'jsonl', 'csv'],
    );
    serve({ '/a-2.csv': gzipSync('n\n2\n').subarray(0, 20) });
    const damaged = await failureOf(() => webFile.discover(config('/a-{1..3}.csv'), lab.context()));
    assert.deepEqual([damaged.code, damaged.values.file], ['file_damaged', 'a-2.csv']);
  });

  it('may lack some of them, if that is chosen, but not all', async () => {
    serve({ '/a-2.csv': 'n\n2\n' });
    const table = await load('/a-{1..3}.csv', { missingFiles: 'skip' });
    assert.deepEqual(table.rows, [['2', 'a-2.csv']]);
    const left = table.findings.find(({ code }) => code === 'files_left_out')!.values;
    assert.deepEqual([left.files, left.file], [2, 'a-1.csv']);
    const all = await failureOf(() =>
      webFile.discover(config('/b-{1..3}.csv', { missingFiles: 'skip' }), lab.context()),
    );
    assert.equal(all.code, 'web_file_refused');
  });

  it('have their rejected rows named, and are refused if one has too many', async () => {
    serve({
      '/a-1.csv': 'n,m\n1,1\n2,2\n3,3\n',
      '/a-2.csv': 'n,m\n1,1\n2,2,2\n3,3\n4,4\n',
    });
    const table = await load('/a-{1..2}.csv');
    assert.deepEqual([table.rows.length, table.rejected.length], [6, 1]);
    const found = table.findings.find(({ code }) => code === 'rows_to_reject_in')!.values;
    assert.deepEqual([found.file, found.rows, found.line], ['a-2.csv', 1, 3]);
    const [stream] = await webFile.discover(config('/a-{1..2}.csv'), lab.context());
    const { messages } = await read('/a-{1..2}.csv', stream!);
    const log = messages.find((message) => message.type === 'LOG');
    assert.deepEqual([log?.code, log?.values.file], ['file_rows_rejected', 'a-2.csv']);

    serve({ '/a-2.csv': 'n,m\n1\n2\n3\n' });
    const [refused] = await webFile.discover(config('/a-{1..2}.csv'), lab.context());
    assert.deepEqual(
      [refused!.problem?.code, refused!.problem?.values.table],
      ['rejects_over_limit', 'a-2.csv'],
    );
    assert.equal((await read('/a-{1..2}.csv', stream!)).failure?.code, 'rejects_over_limit');
  });

  it('are asked for once each by the discovery, and by the check only at both ends', async () => {
    serve(Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`/a-${n}.csv`, `n\n${n}\n`])));
    await webFile.discover(config('/a-{1..5}.csv'), lab.context());
    assert.deepEqual(
      server.received.map(({ path }) => path),
      [1, 2, 3, 4, 5].map((n) => `/a-${n}.csv`),
    );
    server.received.length = 0;
    const steps: CheckStep[] = [];
    for await (const step of webFile.check(config('/a-{1..5}.csv'), lab.context())) steps.push(step);
    assert.deepEqual(codes(steps.at(-1)!.findings), [
      'files_found',
      'file_scanned',
      'file_read_as',
      'file_scanned',
    ]);
    assert.equal(server.received.length, 5);
  });

  it('are not loaded again while each is as it was, and all of them if one has changed', async () => {
    const path = '/a-{1..6}.csv';
    serve(Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`/a-${n}.csv`, `n\n${n}\n`])));
    const [stream] = await webFile.discover(config(path), lab.context());
    const first = await read(path, stream!);
    assert.deepEqual([first.status, first.state !== undefined], ['COMPLETE', true]);
    server.received.length = 0;
    const again = await read(path, stream!, { state: first.state });
    assert.deepEqual([again.status, downloads()], ['UNCHANGED', []]);

    serve({ '/a-2.csv': 'n\n22\n' });
    server.received.length = 0;
    const changed = await read(path, stream!, { state: again.state });
    assert.equal(changed.status, 'COMPLETE');
    // The changed file came with the question; the others are asked for without one.
    assert.deepEqual(downloads().toSorted(), ['/a-1.csv', '/a-3.csv', '/a-4.csv', '/a-5.csv', '/a-6.csv']);
    assert.notDeepEqual(changed.state, first.state);
    const longer = await read('/a-{1..5}.csv', stream!, { state: changed.state });
    assert.equal(longer.status, 'COMPLETE', 'fewer files are another table');
  });

  it('need a new discovery if one has a column more, or none has one anymore', async () => {
    serve({ '/a-1.csv': 'n,m\n1,1\n', '/a-2.csv': 'n\n2\n' });
    const [stream] = await webFile.discover(config('/a-{1..2}.csv'), lab.context());
    serve({ '/a-2.csv': 'n,more\n2,2\n' });
    assert.equal((await read('/a-{1..2}.csv', stream!)).failure?.code, 'schema_changed');
    serve({ '/a-1.csv': 'n\n1\n', '/a-2.csv': 'n\n2\n' });
    assert.equal((await read('/a-{1..2}.csv', stream!)).failure?.code, 'schema_changed');
  });

  it('are five hundred if need be, a few on disk at a time', async () => {
    server.routes.set('/many/*', ({ path }) => ({ body: `n,name\n1,${path}\n` }));
    let most = 0;
    const stream = (await webFile.discover(config('/many/{1..500}'), lab.context()))[0]!;
    assert.deepEqual([stream.estimatedRows, stream.columns.length], [500, 3]);
    const tableName = stream.suggestedTableName;
    const catalog = [{ ...FULL_REFRESH_OVERWRITE, ...stream, tableName }];
    let rows = 0;
    for await (const message of webFile.read(config('/many/{1..500}'), catalog, new Map(), lab.context())) {
      if (message.type !== 'RECORDS' || !('batch' in message)) continue;
      rows += message.batch.rows;
      const kept = (await readdir(lab.folder)).filter((name) => name.startsWith('web-file-'));
      most = Math.max(most, kept.length);
    }
    assert.deepEqual([rows, most <= 4], [500, true], `${most} files`);
  });

  it('are previewed from the first ones', async () => {
    serve(Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => [`/a-${n}.csv`, `n\n${n}\n`])));
    const [stream] = await webFile.discover(config('/a-{1..9}.csv'), lab.context());
    server.received.length = 0;
    const chosen = { ...FULL_REFRESH_OVERWRITE, ...stream!, tableName: 'a' };
    let rows = 0;
    for await (const message of webFile.preview(config('/a-{1..9}.csv'), chosen, 1, lab.context()))
      if (message.type === 'RECORDS' && 'batch' in message) rows += message.batch.rows;
    assert.equal(rows, 1);
    assert.ok(server.received.length <= 4);
    assert.deepEqual(
      (await readdir(lab.folder)).filter((name) => name.startsWith('web-file-')),
      [],
    );
  });

  it('have an order, and an end', async () => {
    for (const [range, code] of [
      ['{5..1}', 'web_files_range_wrong'],
      ['{1..5000}', 'web_files_too_many'],
    ]) {
      const steps: CheckStep[] = [];
      for await (const step of webFile.check(config(`/a-${range}.csv`), lab.context())) steps.push(step);
      assert.deepEqual([steps.at(-1)!.failure?.code, steps.at(-1)!.failure?.field], [code, 'url']);
    }
    assert.equal(server.received.length, 0);
  });
});

describe('A file from the web', () => {
  it('is UTF-8 if it is valid as that, else in the charset that its server names, else in what it looks like', async () => {
    const word = Buffer.from([0xe5, 0xe4, 0xf6]); // åäö in windows-1252, ĺäö in windows-1250, еды in none
    const bytes = Buffer.concat([Buffer.from('w\n'), word, Buffer.from('\n')]);
    const read = async (body: Buffer | string, type: string) => {
      server.routes.set('/w.csv', () => ({ body, headers: { 'content-type': type } }));
      return (await load('/w.csv')).rows;
    };
    assert.deepEqual(await read(bytes, 'text/csv; charset=ISO-8859-2'), [['ĺäö']]);
    assert.deepEqual(await read(bytes, 'text/csv; charset="windows-1251"'), [['едц']]);
    assert.deepEqual(await read(bytes, 'text/csv;charset=iso-8859-1'), [['åäö']]);
    assert.deepEqual(await read('w\nåäö\n', 'text/csv; charset=windows-1251'), [['åäö']]);
    const json = Buffer.concat([Buffer.from('[{"w":"'), word, Buffer.from('"}]')]);
    server.routes.set('/w.json', () => ({
      body: json,
      headers: { 'content-type': 'application/json; charset=windows-1251' },
    }));
    assert.deepEqual((await load('/w.json')).rows, [['едц']]);
    assert.deepEqual((await load('/w.csv', { encoding: 'windows-1252' })).rows[0], ['Ã¥Ã¤Ã¶']);
  });

  it('has its sheets read as somebody chooses, also when there are several files', async () => {
    const book = (boat: string) =>
      odsOf(sheet(row(text('boat') + text('cars')) + row(text(boat) + number('41')), 'Bay'));
    serve({ '/a-1.ods': await book('Heron'), '/a-2.ods': await book('Gull') });
    const columns = [{ column: 'B', name: 'n', type: 'text' }];
    const sheets = [{ sheet: 'Bay', headerRow: 0, range: 'A2:B9', columns }];
    const one = await load('/a-1.ods', { sheets });
    assert.deepEqual(
      [one.names, one.types, one.rows],
      [['column_1', 'n'], ['VARCHAR', 'VARCHAR'], [['Heron', '41']]],
    );
    const both = await load('/a-{1,2}.ods', { sheets });
    assert.deepEqual(
      [both.names.slice(0, 2), both.rows.map(([boat]) => boat)],
      [
        ['column_1', 'n'],
        ['Heron', 'Gull'],
      ],
    );
    const [stream] = await webFile.discover(config('/a-{1,2}.ods', { sheets }), lab.context());
    assert.deepEqual([stream!.layout?.sheet, stream!.layout?.columns], ['Bay', ['A', 'B']]);
  });
});
