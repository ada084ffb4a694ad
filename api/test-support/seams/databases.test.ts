import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';
import { settled } from '@headwater/base/testing/settled';
import { HARD_ZONE } from './hard-table.ts';
import { POSTGRES_COLUMNS, sent, truthOf } from './hard-columns.ts';
import { openSeams } from './open-seams.ts';
import { checkCsv, checkGrid, describeStations, inSql, type Seam } from './stations.ts';
import { describeTools } from './tools-stations.ts';
import { rowsOf } from './truth.ts';

const [{ api, workspace, journey, seamOf, close }, server] = await Promise.all([
  openSeams(),
  startSourceServer(),
]);
after(() => Promise.all([close(), server.stop()]));

const TABLE = 'constructor';
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const literal = (value: string | null, as: string) =>
  value === null ? 'null' : `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'::${as}`;

const truth = truthOf(POSTGRES_COLUMNS);
const rows = POSTGRES_COLUMNS[0]!.values.map(
  (_, row) => `(${POSTGRES_COLUMNS.map(({ as, values }) => literal(sent(values[row]!), as)).join()})`,
);

let seam: Seam;
before(async () => {
  await server.run(`
    set timezone = 'UTC';
    create type mood as enum ('very "happy"', 'sad');
    create table ${TABLE} (${POSTGRES_COLUMNS.map(({ as, name = as }) => `${quoted(name)} ${as}`).join()}, primary key (id));
    insert into ${TABLE} values ${rows.join()};
    grant select on ${TABLE} to reader`);
  const source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, TABLE);
  await journey.sync(source);
  seam = await seamOf(source, TABLE, truth);
});

describeStations('What is in PostgreSQL', HARD_ZONE, truth, () => seam);
describeTools('text', 'json', () => seam);

test('A view of it has the same values', async () => {
  const { base, client } = journey;
  const made = await client.post(`${base}/sql-views`, 'sql_views', {
    name: 'toString',
    sql: `select * from ${inSql(seam)}`,
  });
  assert.equal(made.status, 201, made.text);
  const view = await settled(
    () => journey.attributesOf(`${base}/sql-views/${made.body.data.id}`),
    ({ state }) => ['current', 'failed'].includes(state as string),
  );
  assert.equal(view.state, 'current', JSON.stringify(view));
  const source = `${base}/source-connections/${view.sourceConnectionId}`;
  // Queries have no times with an offset.
  const stored = truth.map((column) =>
    column.type === 'TIME WITH TIME ZONE' ? { ...column, type: 'VARCHAR' } : column,
  );
  await checkGrid({ ...seam, source, tableName: view.name, truth: stored });
});

test('A reader downloads it, and an account with a filter sees its rows and columns of it, and no others', async () => {
  await checkCsv(seam, await workspace.member('reader'));
  const kept = new Set(['id', 'text', 'timestamptz', 'json']);
  const values = ['10', '12', '25'];
  const seen = truth[0]!.values.flatMap((value, row) => (values.includes(value!) ? [row] : []));
  const visible = truth
    .filter(({ name }) => kept.has(name))
    .map((column) => ({ ...column, values: seen.map((row) => column.values[row]!) }));
  const filter = [[{ column: 'id', operator: 'one_of', values }]];
  const scope = [
    {
      sourceConnectionId: seam.source.split('/').at(-1)!,
      tables: [{ tableName: TABLE, columns: [...kept], filter }],
    },
  ];
  const account = await api.serviceAccount(workspace, { scope, rights: ['data:read'] });
  await checkGrid({ ...seam, truth: visible }, account);
  await checkCsv({ ...seam, truth: visible }, account);
});

test('A second version is the same, and a third one differs by what was changed', async () => {
  await journey.sync(seam.source);
  const path = `${seam.source}/tables/${TABLE}/version-diffs`;
  const { diff: none } = await journey.attributesOf(`${path}?before=1&after=2`);
  assert.deepEqual([none.added, none.removed, none.changed], [0, 0, 0]);
  const others = POSTGRES_COLUMNS.slice(1)
    .map(({ as }) => quoted(as))
    .join();
  await server.run(
    `update ${TABLE} set (${others}) = (select ${others} from ${TABLE} where id = 10) where id = 11`,
  );
  await journey.sync(seam.source);
  const { diff } = await journey.attributesOf(`${path}?before=2&after=3`);
  const [first, second] = rowsOf(truth);
  assert.deepEqual([diff.added, diff.removed, diff.changed], [0, 0, 1]);
  const [{ before: was, after: is }] = diff.examples.changed;
  assert.deepEqual([was, is], [second, ['11', ...first!.slice(1)]]);
});
