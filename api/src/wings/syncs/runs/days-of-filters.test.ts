import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { DEFAULT_STREAM_SETTINGS, type StreamSettings } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  hasMariaDb,
  mariaDbConfiguration,
  NO_MARIADB,
  startMariaDb,
} from '@headwater/connectors/server/mysql/testing/mariadb-server';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';
import { startApiServer } from '@headwater/protocol/testing/api-server';
import { manifestOf } from '@headwater/manifests/testing/manifest-of';

const [api, server, web] = await Promise.all([TestApi.open(), startSourceServer(), startApiServer()]);
after(() => Promise.all([api.close(), server.stop(), web.stop()]));
const journey = new SourceJourney(await api.workspace());
const { client, base } = journey;

/**
 * Six moments around the night in which New York's clocks go back, on November 1, and what its clocks showed. The fifth
 * is the last second of that day, which has 25 hours.
 */
const ROWS: [n: number, at: string | null, clock: string | null][] = [
  [1, '2026-10-31T13:00:00Z', '2026-10-31 09:00:00'],
  [2, '2026-11-01T02:30:00Z', '2026-10-31 22:30:00'],
  [3, '2026-11-01T05:30:00Z', '2026-11-01 01:30:00'],
  [4, '2026-11-01T06:30:00Z', '2026-11-01 01:30:00'],
  [5, '2026-11-02T04:59:59Z', '2026-11-01 23:59:59'],
  [6, '2026-11-02T05:00:00Z', '2026-11-02 00:00:00'],
  [7, null, null],
];
const DAY = '2026-11-01';
const EXPECTED: [
  operator: StreamSettings['rowFilter'][number]['operator'],
  values: string[],
  rows: string,
][] = [
  ['equals', [DAY], '345'],
  ['not_equals', [DAY], '1267'],
  ['less', [DAY], '12'],
  ['less_or_equal', [DAY], '12345'],
  ['greater', [DAY], '6'],
  ['greater_or_equal', [DAY], '3456'],
  ['one_of', ['2026-10-31', '2026-11-02'], '126'],
  ['greater_or_equal', ['2026-11-01 22:00'], '56'],
];

async function found(source: string, settings: Partial<StreamSettings>): Promise<string> {
  const { body, text } = await client.post(`${source}/catalog/streams/moments/previews`, 'stream_previews', {
    ...DEFAULT_STREAM_SETTINGS,
    ...settings,
  });
  const { preview } = body.data.attributes;
  assert.ok(preview, text);
  const rows: string[][] = preview.rows;
  return rows
    .map(([n]) => n)
    .sort()
    .join('');
}

/** All of them at a source that filters by itself, and the hardest where the warehouse does. */
async function assertDays(source: string, isEach = false) {
  for (const column of ['at', 'clock'])
    for (const [operator, values, rows] of EXPECTED)
      if (isEach ? column === 'at' || rows.includes('1') : operator === 'not_equals')
        assert.equal(
          await found(source, { rowFilter: [{ column, operator, values }] }),
          rows,
          `${column} ${operator} ${values.join()}`,
        );
}

const skip = (await hasMariaDb()) ? false : NO_MARIADB;
before(() => client.patch(base, 'organizations', { timeZone: 'America/New_York' }));

const value = (text: string | null) => (text === null ? 'null' : `'${text}'`);

describe('a day in a row filter has all of its moments by the workspace’s clock', () => {
  test('in PostgreSQL, and so has the day at which a read starts', async () => {
    await server.run(`
      create table moments (n int primary key, at timestamptz, clock timestamp);
      insert into moments values ${ROWS.map(([n, at, clock]) => `(${n}, ${value(at)}, ${value(clock)})`).join()};
      grant select on moments to reader`);
    const source = await journey.connect('postgres', configurationFor(server.port));
    await assertDays(source, true);
    for (const cursorColumn of ['at', 'clock'])
      assert.equal(
        await found(source, { cursorColumn, startFrom: DAY, nullCursor: 'skip' }),
        '3456',
        cursorColumn,
      );
  });

  test('in MariaDB', { skip }, async () => {
    const maria = await startMariaDb();
    try {
      await maria.run(`
        set time_zone = '+00:00';
        create table moments (n int primary key, at timestamp null, clock datetime);
        insert into moments values ${ROWS.map(([n, at, clock]) => `(${n}, ${value(at && at.replace('T', ' ').replace('Z', ''))}, ${value(clock)})`).join()}`);
      await assertDays(await journey.connect('mysql', mariaDbConfiguration(maria.port)), true);
    } finally {
      await maria.stop();
    }
  });

  test('in CSV, JSON, and SQLite', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
    const path = join(folder, 'x.sqlite');
    const database = new DatabaseSync(path);
    database.exec('create table moments (n integer primary key, at text, clock text)');
    const insert = database.prepare('insert into moments values (?, ?, ?)');
    for (const row of ROWS) insert.run(...row);
    database.close();
    const sqlite = await readFile(path);
    await rm(folder, { recursive: true });
    const sources: Record<string, string | Buffer>[] = [
      {
        'moments.csv': `n,at,clock\n${ROWS.map((row) => row.map((cell) => cell ?? '').join()).join('\n')}\n`,
      },
      { 'moments.json': JSON.stringify(ROWS.map(([n, at, clock]) => ({ n, at, clock }))) },
      { 'x.sqlite': sqlite },
    ];
    for (const files of sources) await assertDays(await journey.connectFiles(files));
  });

  test('in an API, and so has the day at which its requests begin', async () => {
    const asked: (string | null)[] = [];
    web.routes.set('/moments', ({ query }) => {
      asked.push(query.get('since'));
      const since = query.get('since') ?? '';
      return { json: { items: ROWS.flatMap(([n, at]) => (at === null || at < since ? [] : { n, at })) } };
    });
    const manifest = manifestOf({
      url: web.url,
      name: 'moments',
      path: '/moments',
      schema: '{n: {type: integer}, at: {type: string, format: date-time}}',
      stream: `, incremental_sync: {type: DatetimeBasedCursor, cursor_field: at, datetime_format: "%Y-%m-%dT%H:%M:%SZ", start_datetime: "2024-01-01T00:00:00Z", start_time_option: {type: RequestOption, inject_into: request_parameter, field_name: since}}`,
    });
    const source = await journey.connect('rest', { manifest });
    const rowFilter = [{ column: 'at', operator: 'not_equals' as const, values: [DAY] }];
    assert.equal(await found(source, { rowFilter }), '126');
    assert.equal(await found(source, { cursorColumn: 'at', startFrom: DAY }), '3456');
    assert.equal(asked.at(-1), '2026-11-01T04:00:00Z');
  });

  test('in a sync, which reads the table anew if the clock becomes another', async () => {
    const source = await journey.connectFiles({
      'moments.csv': `n,at\n${ROWS.map(([n, at]) => `${n},${at ?? ''}`).join('\n')}\n`,
    });
    const settings = `${source}/catalog/streams/moments/settings`;
    const { version } = await journey.attributesOf(settings);
    const wanted = {
      ...DEFAULT_STREAM_SETTINGS,
      rowFilter: [{ column: 'at', operator: 'equals', values: [DAY] }],
    };
    const changed = await client.patch(settings, 'stream_settings', wanted, { 'if-match': String(version) });
    assert.equal(changed.status, 200, changed.text);
    const synced = async () => {
      const run = await journey.sync(source);
      assert.equal(run.state, 'succeeded', JSON.stringify(run.failure));
      return (await journey.rows(source, 'moments')).map(([n]) => n).join('');
    };
    assert.equal(await synced(), '345');
    assert.deepEqual((await journey.attributesOf(settings)).rowFilter, wanted.rowFilter);
    await client.patch(base, 'organizations', { timeZone: null });
    assert.equal(await synced(), '234');
    await client.patch(base, 'organizations', { timeZone: 'America/New_York' });
  });
});
