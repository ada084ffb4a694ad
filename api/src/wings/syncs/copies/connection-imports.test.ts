import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  CHANGE_POLICIES,
  FILTER_OPERATORS,
  MASKS,
  NULL_CURSOR_RULES,
  type ConnectionExport,
  type ExportedStream,
} from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const [origin, target] = [new SourceJourney(await api.workspace()), new SourceJourney(await api.workspace())];

await server.run(`
  create table orders (id bigint primary key, total integer, at timestamptz not null default now());
  create table visits (id bigint primary key);
  insert into orders (id, total) values (1, 10), (2, 20);
  grant select on all tables in schema public to reader;`);

const SETTINGS = {
  syncMode: 'incremental',
  destinationSyncMode: 'append_dedup',
  cursorColumn: 'at',
  primaryKey: null,
  nullCursor: 'skip',
  overlap: 60,
  rowFilter: [{ column: 'id', operator: 'greater', values: ['1'] }],
  startFrom: '2020-01-01',
  rowCap: 1000,
  masks: { total: 'null' },
} as const;

const FOLLOWING = {
  kind: 'after',
  interval: null,
  times: null,
  cron: null,
  after: { sourceConnectionId: null as string | null, when: 'succeeded', waitMinutes: 15 },
  zone: 'Europe/Berlin',
  quietHours: { from: '22:00', to: '05:00', days: 'weekdays', inside: 'delay' },
  overlap: 'queue',
  freshnessTargetMinutes: 120,
};

const POLICIES = { acceptsShrinking: true, changePolicy: 'approve', versionsKept: 7, versionDays: 14 };

async function edit(journey: SourceJourney, path: string, type: string, attributes: object): Promise<void> {
  const { version } = await journey.attributesOf(path);
  const saved = await journey.client.patch(path, type, attributes, { 'if-match': String(version) });
  assert.equal(saved.status, 200, saved.text);
}

async function exported(journey: SourceJourney, source: string): Promise<string> {
  const response = await journey.client.get(`${source}/export-file`);
  assert.equal(response.status, 200, response.text);
  assert.match(String(response.headers['content-disposition']), /attachment; .*\.json/);
  return response.text;
}

const importInto = (journey: SourceJourney, file: string, given: object) =>
  journey.client.post(`${journey.base}/connection-imports`, 'connection_imports', { file, ...given });

/** Imports a file and waits for its first discovery. Returns the connection's path. */
async function imported(journey: SourceJourney, file: string, given: object): Promise<string> {
  const made = await importInto(journey, file, given);
  assert.equal(made.status, 201, made.text);
  const source = `${journey.base}/source-connections/${made.body.data.id}`;
  await settled(
    () => journey.attributesOf(`${source}/catalog`),
    ({ state }) => state !== 'discovering',
  );
  return source;
}

const preview = (file: string) =>
  target.client.post(`${target.base}/connection-import-previews`, 'connection_import_previews', { file });

const countSources = async () =>
  (await target.client.get(`${target.base}/source-connections`)).body.meta.total as number;

test('an exported connection is made again elsewhere: the same file, the same tables, without secrets or IDs', async () => {
  const first = await origin.connect('sample_shop', {});
  await edit(origin, first, 'source_connections', { name: 'Runs first' });
  const source = await origin.connect('postgres', configurationFor(server.port));
  await origin.select(source, 'orders');
  await edit(origin, `${source}/catalog/streams/orders/settings`, 'stream_settings', SETTINGS);
  await edit(origin, source, 'source_connections', POLICIES);
  const followed = { ...FOLLOWING.after, sourceConnectionId: first.split('/').at(-1)! };
  await edit(origin, `${source}/schedule`, 'schedules', { ...FOLLOWING, after: followed });
  await origin.discover(source); // from now on, every other table is stored as deselected
  const file = await exported(origin, source);

  const configuration = configurationFor(server.port);
  assert.ok(!file.includes(configuration.password));
  assert.doesNotMatch(file, /(src|org|tbl|usr)_/);
  const content = JSON.parse(file) as ConnectionExport;
  const { password: _, ...visible } = configuration;
  assert.partialDeepStrictEqual(content, { ...POLICIES, format: 1, connector: 'postgres', files: [] });
  assert.deepEqual(content.configuration, visible);
  assert.deepEqual(content.missingSecrets, ['password']);
  assert.deepEqual(content.streams, [{ namespace: 'public', name: 'orders', selected: true, ...SETTINGS }]);
  assert.deepEqual(content.schedule?.after, { connection: 'Runs first', when: 'succeeded', waitMinutes: 15 });

  // Nothing here has that name yet.
  const alone = await imported(target, file, { name: 'Alone', configuration });
  const schedule = await target.attributesOf(`${alone}/schedule`);
  assert.deepEqual([schedule.kind, schedule.after.sourceConnectionId], ['after', null]);
  assert.equal((await preview(file)).body.data.attributes.isFollowedHere, false);

  const followedHere = await target.connect('sample_shop', {});
  await edit(target, followedHere, 'source_connections', { name: 'Runs first' });
  const shown = (await preview(file)).body.data.attributes;
  assert.deepEqual([shown.isFollowedHere, shown.selectedTables], [true, 1]);
  assert.deepEqual(shown.exported, content);
  const made = await imported(target, file, { name: 'Made again', configuration });
  assert.equal(await exported(target, made), file.replace('"A source"', '"Made again"'));
  const run = await target.sync(made);
  assert.equal(run.state, 'succeeded', JSON.stringify(run.failure));
  assert.deepEqual(
    (await target.rows(made, 'orders')).map(([id, total]) => [id, total]),
    [['2', null]],
  );
  const [audited] = await api.sql<{ count: string }>(
    `select count(*) from audit_events where action = 'source_connection.export'`,
  );
  assert.ok(Number(audited!.count) > 0);
});

test('files are chosen again: each takes over the settings of its table, also whether it is synced', async () => {
  const source = await origin.connectFiles({ 'a.csv': 'x,y\n1,2\n', 'b.csv': 'x\n3\n', 'c.csv': 'x\n4\n' });
  await origin.select(source, 'a', 'c');
  const masked = { ...SETTINGS, syncMode: 'full_refresh', destinationSyncMode: 'overwrite' };
  const settings = {
    ...masked,
    cursorColumn: null,
    overlap: null,
    startFrom: null,
    rowFilter: [],
    masks: { y: 'drop' },
  };
  await edit(origin, `${source}/catalog/streams/a/settings`, 'stream_settings', settings);
  const file = await exported(origin, source);
  assert.doesNotMatch(file, /upl_/);
  assert.equal((await preview(file)).body.data.attributes.selectedTables, 2);
  const untouched = JSON.stringify({ ...(JSON.parse(file) as ConnectionExport), streams: [] });
  assert.equal((await preview(untouched)).body.data.attributes.selectedTables, 3);
  const upload = async (tableName: string, text: string) => ({
    uploadId: await target.upload(`other ${tableName}.csv`, text),
    tableName,
  });
  const files = [await upload('a', 'x,y\n5,6\n'), await upload('b', 'x\n7\n')];
  const made = await imported(target, file, { name: 'Files', configuration: { files } });
  assert.equal((await target.sync(made)).state, 'succeeded');
  assert.deepEqual(await target.rows(made, 'a'), [['5']]);
  const { streams } = await target.attributesOf(`${made}/catalog/streams`);
  assert.deepEqual(
    streams.map(({ tableName, selected }: { tableName: string; selected: boolean }) => [tableName, selected]),
    [
      ['a', true],
      ['b', false],
    ],
  );
  const again = [...files, await upload('c', 'x\n8\n')].map(({ tableName }, at) => ({
    fileName: `other ${tableName}.csv`,
    tableName: ['a', 'b', 'c'][at],
  }));
  const whole = await imported(target, file, {
    name: 'A source',
    configuration: { files: [...files.map((one) => one), await upload('c', 'x\n8\n')] },
  });
  const content = JSON.parse(await exported(target, whole)) as ConnectionExport;
  assert.deepEqual(content, { ...(JSON.parse(file) as ConnectionExport), files: again });
});

test('tables that the source does not have are kept, named, and synced once it has them', async () => {
  const streams = ['orders', 'refunds'].map((name) => stream({ namespace: 'public', name }));
  const file = fileWith({ connector: 'postgres', configuration: visible(), streams });
  const source = await imported(target, file, {
    name: 'Early',
    configuration: configurationFor(server.port),
  });
  const catalog = await target.attributesOf(`${source}/catalog`);
  assert.deepEqual(catalog.missingTables, { total: 1, first: ['public.refunds'] });
  await server.run(`create table refunds (id bigint primary key); grant select on refunds to reader;`);
  await target.discover(source);
  assert.equal((await target.attributesOf(`${source}/catalog`)).missingTables.total, 0);
  const found = (await target.attributesOf(`${source}/catalog/streams`)).streams;
  const selected = found.filter((one: { selected: boolean }) => one.selected);
  assert.deepEqual(
    selected.map(({ tableName }: { tableName: string }) => tableName),
    ['orders', 'refunds'],
  );
});

test('the settings of tables that the source does not have can be forgotten', async () => {
  const streams = ['orders', 'gone'].map((name) => stream({ namespace: 'public', name }));
  const file = fileWith({ connector: 'postgres', configuration: visible(), streams });
  const source = await imported(target, file, {
    name: 'Forget',
    configuration: configurationFor(server.port),
  });
  assert.equal((await target.client.delete(`${source}/catalog/missing-tables`)).status, 204);
  assert.equal((await target.attributesOf(`${source}/catalog`)).missingTables.total, 0);
  const content = JSON.parse(await exported(target, source)) as ConnectionExport;
  assert.deepEqual(
    content.streams.map(({ name }) => name),
    ['orders'],
  );
});

const visible = () => {
  const { password: _, ...others } = configurationFor(server.port);
  return others;
};

const stream = (rest: Partial<ExportedStream>): ExportedStream => ({
  namespace: null,
  name: 'orders',
  selected: true,
  syncMode: 'full_refresh',
  destinationSyncMode: 'overwrite',
  cursorColumn: null,
  primaryKey: null,
  nullCursor: 'load',
  overlap: null,
  rowFilter: [],
  startFrom: null,
  rowCap: null,
  masks: {},
  ...rest,
});

const SHOP: ConnectionExport = {
  format: 1,
  name: 'Sample shop',
  connector: 'sample_shop',
  configuration: { size: 'small' },
  missingSecrets: [],
  files: [],
  acceptsShrinking: false,
  changePolicy: 'propagate_columns',
  versionsKept: 3,
  versionDays: 0,
  schedule: null,
  streams: [],
};

const fileWith = (rest: object) => JSON.stringify({ ...SHOP, ...rest });

describe('a file that can’t be imported is refused with the place of each fault, and creates nothing:', () => {
  const daily = {
    ...FOLLOWING,
    kind: 'times',
    times: { days: [1], times: ['06:30'] },
    after: null,
    quietHours: null,
  };
  const twice = [stream({}), stream({})];
  const many = Array.from({ length: 1001 }, (_, at) => stream({ name: `t${at}` }));
  const files = [{ fileName: 'a.csv', tableName: 'a' }];
  for (const [what, file, ...faults] of [
    ['no JSON', '{"format": 1,\n "name"}', ['export_not_json', '']],
    ['the beginning of a file', fileWith({}).slice(0, 80), ['export_not_json', '']],
    ['a field twice', `{"format":1,"name":"a","name":"b"}`, ['export_duplicate_key', '']],
    ['nested too deeply', '['.repeat(100), ['export_unknown', '']],
    ['other JSON', '{"version": 3}', ['export_unknown', '']],
    ['a list', '[]', ['export_unknown', '']],
    ['a later format', fileWith({ format: 2 }), ['export_format_unknown', '/format']],
    ['too large', fileWith({ name: 'x'.repeat(2 * 1024 ** 2) }), ['export_too_large', '']],
    ['an unknown connector', fileWith({ connector: 'oracle' }), ['connector_unknown', '/connector']],
    ['an unknown field', fileWith({ owner: 'me' }), ['field_unknown', '/owner']],
    ['a missing field', fileWith({ streams: undefined }), ['field_required', '/streams']],
    [
      'wrong types',
      fileWith({ name: 5, streams: [stream({ selected: 'yes' as never, masks: { a: 'blur' as never } })] }),
      ['field_invalid', '/name'],
      ['field_invalid', '/streams/0/selected'],
      ['field_invalid', '/streams/0/masks/a'],
    ],
    [
      'a value that the connector doesn’t know',
      fileWith({ configuration: { size: 'huge', color: 'red' } }),
      ['field_invalid', '/configuration/color'],
      ['field_invalid', '/configuration/size'],
    ],
    [
      'a secret',
      fileWith({
        connector: 'postgres',
        configuration: { host: 'h', database: 'd', user: 'u', password: 'p' },
      }),
      ['export_has_secret', '/configuration/password'],
    ],
    [
      'no host',
      fileWith({ connector: 'postgres', configuration: { database: 'd', user: 'u' } }),
      ['field_invalid', '/configuration/host'],
    ],
    ['an unknown secret', fileWith({ missingSecrets: ['pin'] }), ['field_unknown', '/missingSecrets/0']],
    ['the same table twice', fileWith({ streams: twice }), ['export_duplicate_stream', '/streams/1']],
    ['too many tables', fileWith({ streams: many }), ['too_many_selected', '/streams']],
    ['files of a server', fileWith({ files }), ['field_unknown', '/files/0']],
    [
      'two files for a table, and a table without a file',
      fileWith({
        connector: 'csv',
        configuration: {},
        files: [...files, ...files],
        streams: [stream({ name: 'b' })],
      }),
      ['export_duplicate_stream', '/files/0'],
      ['export_duplicate_stream', '/files/1'],
      ['export_stream_without_file', '/streams/0'],
    ],
    [
      'settings that contradict each other',
      fileWith({
        streams: [
          stream({ syncMode: 'incremental', destinationSyncMode: 'overwrite' }),
          stream({ name: 'b', primaryKey: ['a/b'], masks: { 'a/b': 'hash' }, startFrom: '1' }),
        ],
      }),
      ['sync_modes_incompatible', '/streams/0/destinationSyncMode'],
      ['cursor_needed', '/streams/0/cursorColumn'],
      ['start_needs_cursor', '/streams/1/startFrom'],
      ['mask_on_key', '/streams/1/masks/a~1b'],
    ],
    [
      'a schedule in a zone that doesn’t exist',
      fileWith({ schedule: { ...daily, zone: 'Europe/Atlantis' } }),
      ['time_zone_unknown', '/schedule/zone'],
    ],
    [
      'a schedule without its part',
      fileWith({ schedule: { ...daily, times: null } }),
      ['field_required', '/schedule/times'],
    ],
  ] as [string, string, ...[string, string][]][])
    test(what, async () => {
      const before = await countSources();
      const expected = faults.map(([code, place]) => ({ code, pointer: `/data/attributes/file${place}` }));
      const attempts = [
        await preview(file),
        await importInto(target, file, { name: 'No', configuration: {} }),
      ];
      for (const { status, body } of attempts) {
        assert.ok(status === 422 || status === 413, String(status));
        const found = body.errors.map(({ code, source }: { code: string; source: { pointer: string } }) => ({
          code,
          pointer: source.pointer,
        }));
        const byPlace = (one: { pointer: string }, other: { pointer: string }) =>
          one.pointer < other.pointer ? -1 : 1;
        assert.deepEqual(found.sort(byPlace), expected.sort(byPlace));
      }
      assert.equal(await countSources(), before);
    });

  for (const [place, text, meta] of [
    ['a colon is missing', '{\n  "format": 1,\n  "name" "x"\n}', { line: 3, column: 10 }],
    ['a value is none', '{\n  "format": x,\n  "name": "x"\n}', { line: 2, column: 13 }],
    ['the end is missing', '{\n  "format": 1,', { line: 2, column: 15 }],
  ] as const)
    test(`the place where ${place} is counted in lines`, async () => {
      const { body } = await preview(text);
      assert.deepEqual(body.errors[0].meta, meta);
    });

  test('a missing secret that the connector rejects, without leaving anything behind', async () => {
    const before = await countSources();
    const file = fileWith({ connector: 'postgres', configuration: visible(), missingSecrets: ['password'] });
    const refused = await importInto(target, file, { name: 'No', configuration: { password: 5 } });
    assert.equal(refused.status, 422, refused.text);
    assert.equal(await countSources(), before);
  });
});

test('whatever was chosen comes out of an import as it went in', async () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const oneOf = <T>(values: readonly T[]): T => values[random(values.length)]!;
  const maybe = <T>(value: T): T | null => (random(2) === 0 ? value : null);
  const text = () => `${oneOf(['a', 'Z', 'ß', '"', '\\', ' ', '日本'])}${random(1_000_000)}`;
  const filters = () =>
    Array.from({ length: random(3) }, () => ({
      column: text(),
      operator: oneOf(FILTER_OPERATORS),
      values: Array.from({ length: random(3) }, text),
    }));
  const masks = () =>
    Object.fromEntries(
      Array.from({ length: random(4) }, () => [text(), oneOf(MASKS)] as const).toSorted(([a], [b]) =>
        a < b ? -1 : 1,
      ),
    );
  const streams = Array.from({ length: 200 }, (_, at): ExportedStream => {
    const cursorColumn = maybe(text());
    const syncMode = cursorColumn === null ? 'full_refresh' : oneOf(['full_refresh', 'incremental'] as const);
    const modes = {
      full_refresh: ['append', 'history'],
      incremental: ['append', 'append_dedup', 'history'],
    } as const;
    return {
      namespace: maybe(text()),
      name: `${text()}${at}`,
      selected: random(2) === 0,
      syncMode,
      destinationSyncMode: oneOf<ExportedStream['destinationSyncMode']>(modes[syncMode]),
      cursorColumn,
      primaryKey: maybe([text(), text()]),
      nullCursor: oneOf(NULL_CURSOR_RULES),
      overlap: maybe(random(31_536_000)),
      startFrom: cursorColumn === null ? null : maybe(text()),
      rowCap: maybe(1 + random(1_000_000_000)),
      rowFilter: filters(),
      masks: masks(),
    };
  });
  const sortKey = ({ namespace, name }: ExportedStream) => JSON.stringify([namespace, name]);
  const content: ConnectionExport = {
    ...SHOP,
    acceptsShrinking: true,
    changePolicy: oneOf(CHANGE_POLICIES),
    streams: streams.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)),
  };
  const source = await imported(target, JSON.stringify(content), {
    name: SHOP.name,
    configuration: SHOP.configuration,
  });
  assert.equal(await exported(target, source), `${JSON.stringify(content, null, 2)}\n`);
});
