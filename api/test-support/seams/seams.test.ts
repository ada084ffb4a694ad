import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { tableFromIPC } from 'apache-arrow';
import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { extractText, getDocumentProxy } from 'unpdf';
import { writeFilter, type QueryCondition } from '@headwater/shared/contract';
import { FileLab } from '@headwater/connectors/files/testing/file-lab';
import { startMailServer } from '../mail-server.ts';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../source-journey.ts';
import { TestApi, type Client, type TestWorkspace } from '../test-api.ts';
import { csvCells } from './file-cells.ts';
import { hardCsv, hardJsonLines, hardParquet, hardSqlite } from './hard-files.ts';
import { HARD_ROWS, HARD_TABLE, HARD_ZONE } from './hard-table.ts';

const NAMES = HARD_TABLE.columns.map(({ name }) => name);
const TYPES = HARD_TABLE.columns.map(({ type }) => type);
const TABLE = encodeURIComponent(HARD_TABLE.name);

const server = await startMailServer();
const api = await TestApi.open({ environment: { SMTP_URL: server.url, RATE_LIMIT_FACTOR: '50' } });
const lab = await FileLab.open();
after(async () => {
  await lab.close();
  await api.close();
  await server.close();
});

let workspace: TestWorkspace;
let journey: SourceJourney;
let client: Client;
let source: string;
let table: { id: string; name: string };
let origin: string;
before(async () => {
  await api.server.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(api.server.server.address() as AddressInfo).port}/api`;
  workspace = await api.workspace();
  journey = new SourceJourney(workspace);
  client = journey.client;
  const zoned = await client.patch(`/organizations/${workspace.id}`, 'organizations', {
    timeZone: HARD_ZONE,
  });
  assert.equal(zoned.status, 200, zoned.text);
  source = await journey.connectFiles({ [`${HARD_TABLE.name}.csv`]: hardCsv() });
  await journey.sync(source);
  table = { id: (await client.get(`${source}/tables/${TABLE}`)).body.data.id, name: HARD_TABLE.name };
});

const rowsOf = async (path: string) => {
  const { columns, rows } = await journey.attributesOf(`${path}/tables/${TABLE}/rows`);
  return { columns: columns.map(({ name, type }: { name: string; type: string }) => [name, type]), rows };
};
const bytesOf = async (path: string): Promise<Buffer> => {
  const response = await fetch(`${origin}${path}`, { headers: { cookie: client.cookie! } });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
};
const download = (format: string) => bytesOf(`${source}/tables/${TABLE}/rows.${format}`);

describe('The grid has what was sent, by', () => {
  test('delimited text', async () => {
    const { columns, rows } = await rowsOf(source);
    assert.deepEqual(
      columns,
      NAMES.map((name, at) => [name, TYPES[at]]),
    );
    assert.deepEqual(rows, HARD_ROWS);
  });

  test('JSON Lines', async () => {
    const path = await journey.connectFiles({ [`${HARD_TABLE.name}.jsonl`]: hardJsonLines() });
    await journey.sync(path);
    const { columns, rows } = await rowsOf(path);
    assert.deepEqual(
      columns,
      NAMES.map((name, at) => [name, TYPES[at]]),
    );
    assert.deepEqual(rows, HARD_ROWS);
  });

  test('Parquet', async () => {
    const path = await journey.connectFiles({
      [`${HARD_TABLE.name}.parquet`]: await hardParquet(lab.folder),
    });
    await journey.sync(path);
    const { columns, rows } = await rowsOf(path);
    assert.deepEqual(
      columns,
      NAMES.map((name, at) => [name, TYPES[at]]),
    );
    assert.deepEqual(rows, HARD_ROWS);
  });

  test('SQLite, which has fewer types', async () => {
    const path = await journey.connectFiles({ 'constructor.sqlite': await hardSqlite(lab.folder) });
    await journey.sync(path);
    const [stream] = (await journey.attributesOf(`${path}/catalog/streams`)).streams;
    const found = await journey.attributesOf(`${path}/tables/${encodeURIComponent(stream.tableName)}/rows`);
    assert.deepEqual(
      found.columns.map(({ name }: { name: string }) => name),
      NAMES,
    );
    assert.deepEqual(found.rows, HARD_ROWS);
  });
});

describe('A filter finds the row of each value,', () => {
  for (const [at, { name, type, values }] of HARD_TABLE.columns.entries()) {
    // No filter compares times of day.
    if (type === 'TIME') continue;
    test(`in ${name}`, async () => {
      for (const [row, value] of values.entries()) {
        const condition: QueryCondition =
          value === null
            ? { column: name, operator: 'is_null', values: [] }
            : { column: name, operator: 'equals', values: [value] };
        const filter = encodeURIComponent(writeFilter([[condition]]));
        const found = await journey.attributesOf(`${source}/tables/${TABLE}/rows?filter=${filter}`);
        const right = HARD_ROWS.filter((each) => each[at] === value);
        assert.deepEqual(found.rows, right, `row ${row}`);
      }
    });
  }

  test('in the zone’s days', async () => {
    const text = writeFilter([[{ column: 'toLocaleString', operator: 'equals', values: ['2026-11-01'] }]]);
    const found = await journey.attributesOf(
      `${source}/tables/${TABLE}/row-counts?filter=${encodeURIComponent(text)}`,
    );
    assert.equal(found.rows, 2);
  });
});

const query = async (asked: object): Promise<(string | null)[][]> => {
  const response = await client.post(`${source}/tables/${TABLE}/query-results`, 'query_results', {
    query: asked,
  });
  assert.equal(response.status, 200, response.text);
  const values = response.body.data.attributes.values as (string | null)[][];
  return values[0]!.map((_, at) => values.map((column) => column[at]!));
};

describe('A chart counts', () => {
  for (const { name, type, values } of HARD_TABLE.columns) {
    // Nothing is grouped by times of day.
    if (type === 'TIME') continue;
    test(`each value of ${name}`, async () => {
      const found = await query({
        breakouts: [{ as: 'value', column: name }],
        measures: [{ as: 'rows', agg: 'count' }],
      });
      const counts = new Map<string | null, number>();
      for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
      const right = [...counts].map(([value, rows]) => [value, String(rows)]);
      assert.deepEqual(found.toSorted(byFirst), right.toSorted(byFirst));
    });
  }

  test('days of the zone, as SQL does, and notes the row without one', async () => {
    const chart = await query({
      breakouts: [{ as: 'day', column: 'toLocaleString', grain: 'day' }],
      measures: [{ as: 'rows', agg: 'count' }],
      zone: HARD_ZONE,
    });
    const right = [
      ['2026-10-31', '1'],
      ['2026-11-01', '2'],
    ];
    assert.deepEqual(chart.toSorted(byFirst), right.toSorted(byFirst));
    const sql = await run(
      `select "toLocaleString"::date::varchar, count(*) from "A source"."constructor" where "toLocaleString" is not null group by 1`,
    );
    assert.deepEqual(sql.rows.toSorted(byFirst), right.toSorted(byFirst));
  });
});

const byFirst = (one: readonly unknown[], other: readonly unknown[]) =>
  String(one[0]).localeCompare(String(other[0]));

async function run(sql: string) {
  const path = `/organizations/${workspace.id}/sql-runs`;
  const { status, body, text } = await client.post(path, 'sql_runs', { sql, limit: 100, parameters: {} });
  assert.equal(status, 200, text);
  return body.data.attributes as { columns: { name: string }[]; rows: (string | null)[][] };
}

test('SQL has the values of each column', async () => {
  const { columns, rows } = await run(`select * from "A source"."constructor" order by "valueOf" desc`);
  assert.deepEqual(
    columns.map(({ name }) => name),
    NAMES,
  );
  const right = HARD_ROWS.toSorted((one, other) => (BigInt(one[0]!) < BigInt(other[0]!) ? 1 : -1));
  assert.deepEqual(
    rows.map((row) => row.map(asInstant)),
    right.map((row) => row.map(asInstant)),
  );
});

/** Moments are the same whatever their offset is. */
const asInstant = (value: string | null) => {
  const [, date, time, fraction = '', zone] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d(?::?\d\d)?)$/.exec(value ?? '') ?? [];
  return zone
    ? `${new Date(`${date}T${time}${zone.length === 3 ? `${zone}:00` : zone}`).toISOString()}${fraction}`
    : value;
};

describe('A file of rows has them as', () => {
  test('delimited text, to the byte', async () => {
    const text = (await download('csv')).toString().replace(/^\ufeff/, '');
    const loaded = await lab.one('constructor.csv', text);
    assert.deepEqual([loaded.names, loaded.types], [NAMES, TYPES]);
    assert.deepEqual(
      loaded.rows.map((row) => row.map(asCell)),
      HARD_ROWS.map((row) => row.map(asCell)),
    );
  });

  test('JSON Lines', async () => {
    const loaded = await lab.one('constructor.jsonl', await download('jsonl'));
    assert.deepEqual([loaded.names, loaded.types], [NAMES, TYPES]);
    assert.deepEqual(
      loaded.rows.map((row) => row.map(asCell)),
      HARD_ROWS.map((row) => row.map(asCell)),
    );
  });

  test('Parquet, with UUIDs as text, which every reader knows', async () => {
    const loaded = await lab.one('constructor.parquet', await download('parquet'));
    assert.deepEqual(loaded.names, NAMES);
    assert.deepEqual(
      loaded.rows.map((row) => row.map(asCell)),
      HARD_ROWS.map((row) => row.map(asCell)),
    );
  });

  test('Arrow', async () => {
    const found = tableFromIPC(await download('arrow'));
    assert.deepEqual(
      found.schema.fields.map(({ name }) => name),
      NAMES,
    );
    assert.equal(found.numRows, HARD_ROWS.length);
    const [first, text] = [found.getChildAt(0)!, found.getChildAt(1)!];
    assert.deepEqual([...first].map(String), HARD_TABLE.columns[0]!.values);
    assert.deepEqual([...text], HARD_TABLE.columns[1]!.values);
  });

  test('Excel, whose numbers have 15 digits and whose fractions of a second have three', async () => {
    const loaded = await lab.one('constructor.xlsx', await download('xlsx'));
    assert.deepEqual(loaded.names, NAMES);
    for (const name of ['toString', '__lookupGetter__', 'propertyIsEnumerable']) {
      const at = NAMES.indexOf(name);
      assert.deepEqual(
        loaded.rows.map((row) => row[at]),
        HARD_ROWS.map((row) => row[at]),
        name,
      );
    }
  });
});

/** Values as the engine and the product's JSON write them are told apart only by signs between date, time, and zone. */
const asCell = (value: string | null) =>
  asInstant(value?.replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, '$1T').replace(/\+00$/, 'Z') ?? null);

test('MCP has the same rows', async () => {
  const { token } = await api.serviceAccount(workspace, { rights: ['data:read', 'sql:run'] });
  const model = new McpClient({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${token}` };
  const url = new URL(`${origin}/organizations/${workspace.id}/mcp`);
  await model.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  const call = async (name: string, input: object) => {
    const { content, isError } = await model.callTool({ name, arguments: { ...input } });
    const [{ text }] = content as [{ text: string }];
    assert.ok(!isError, text);
    return JSON.parse(text) as { columns: { name: string }[]; rows: (string | null)[][] };
  };
  const given = { connection_id: source.split('/').at(-1)!, table: HARD_TABLE.name };
  const rows = await call('read_rows', given);
  assert.deepEqual(rows.rows, HARD_ROWS);
  await model.close();
});

/** A value as people read it in a document or a mail: on the clocks of the workspace, and with numbers in groups. */
function forPeople(type: string, value: string | null): string {
  if (value === null) return '–';
  if (/^(BIGINT|DECIMAL)/.test(type)) return value.replace(/\B(?<!\..*)(?=(\d{3})+(?!\d))/g, ',');
  if (type === 'TIMESTAMP') return value.replace('T', ' ');
  if (type !== 'TIMESTAMP WITH TIME ZONE') return value;
  const local = Temporal.Instant.from(value).toZonedDateTimeISO(HARD_ZONE).toPlainDateTime();
  return local.toString().replace('T', ' ');
}

const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '');
/** The cells of a mail's tables, row by row. */
const cellsIn = (html: string): string[][] =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell]) =>
      cell!.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
    ),
  );

test('A report’s cards, their files, its mail, and its PDF have the same values', async () => {
  const layout = { x: 0, y: 0, w: 12, h: 8 };
  // A mail shows so many columns of a card.
  const parts = [HARD_TABLE.columns.slice(0, 5), HARD_TABLE.columns.slice(5)];
  const cards = parts.map((columns, at) => ({
    ...{ id: `card${at}`, kind: 'table', title: 'toString', layout: { ...layout, y: at * 8 }, table },
    query: { breakouts: columns.map(({ name }) => ({ as: name, column: name })), measures: [] },
  }));
  const made = await client.post(`/organizations/${workspace.id}/reports`, 'reports', {
    name: 'valueOf',
    content: { cards, filters: [] },
  });
  assert.equal(made.status, 201, made.text);
  const report = `/organizations/${workspace.id}/reports/${made.body.data.id}`;
  for (const [at, columns] of parts.entries()) {
    const { values } = await journey.attributesOf(`${report}/cards/card${at}/query-results`);
    const right = columns.map((column) => column.values.map(asInstant));
    assert.deepEqual(
      values.map((column: string[]) => column.map(asInstant)),
      right,
    );
    const file = csvCells(
      (await bytesOf(`${report}/cards/card${at}/values.csv`)).toString().replace(/^\ufeff/, ''),
    );
    assert.deepEqual(
      file.names.map((_, place) => file.rows.map((row) => asInstant(row[place] as string | null))),
      right,
    );
  }

  const pdf = new Uint8Array(await bytesOf(`${report}/report.pdf`));
  const pages = withoutSpaces((await extractText(await getDocumentProxy(pdf), { mergePages: true })).text);
  for (const { name, type, values } of HARD_TABLE.columns) {
    const cells = withoutSpaces([name, ...values.map((value) => forPeople(type, value))].join(''));
    assert.ok(pages.includes(cells), `${cells} isn’t in:\n${pages}`);
  }

  const subscription = await client.post(`${report}/subscriptions`, 'report_subscriptions', {
    ...{
      schedule: { days: [0, 1, 2, 3, 4, 5, 6], time: '08:00' },
      zone: HARD_ZONE,
      filters: '',
      attachPdf: true,
    },
    ...{ onlyFresh: false, skipEmpty: true, skipUnchanged: false, memberIds: [client.userId] },
  });
  assert.equal(subscription.status, 201, subscription.text);
  await api.sql(`update report_subscriptions set next_at = now() - interval '1 minute' where id = $1`, [
    subscription.body.data.id,
  ]);
  api.services.deliveryClock.wake();
  const [bytes] = await settled(
    () => Promise.resolve(server.mails),
    (mails) => mails.length > 0,
  );
  const { text = '', html = '', subject = '' } = await PostalMime.parse(bytes!);
  assert.match(subject, /^valueOf/);
  const tables = parts.map((columns) => [
    columns.map(({ name }) => name),
    ...[0, 1, 2, 3].map((row) => columns.map(({ type, values }) => forPeople(type, values[row]!))),
  ]);
  assert.deepEqual(cellsIn(html), tables.flat());
  const lines = text.split(/\r?\n/);
  for (const row of tables.flat())
    assert.ok(lines.includes(row.join(' | ')), `${row.join(' | ')} isn’t in:\n${text}`);
});
