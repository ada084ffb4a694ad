import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { idsStatement, type IdRange } from '../../sql/rows-statement.ts';
import { OrderedColumn } from './ordered-column.ts';
import { RowIds } from './row-ids.ts';

const ROWS = 50_000;
/** Row groups are as small as they can be, so that a few rows have many. */
const GROUP = 2_048;

let folder: string;
let connection: DuckDBConnection;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headwater-'));
  connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`set TimeZone = 'UTC'; select setseed(0.5)`);
});
after(async () => {
  connection.closeSync();
  await rm(folder, { recursive: true, force: true });
});

const COLUMNS: Record<string, [type: string, value: string]> = {
  serial: ['BIGINT', 'n'],
  falling: ['INTEGER', '-n'],
  time: ['TIMESTAMP WITH TIME ZONE', `timestamptz '2020-01-01' + n * interval '7.000001 seconds'`],
  day: ['DATE', `date '1960-01-01' + (n // 500)::integer`],
  // A row without a value must not get lost.
  gappy: ['BIGINT', 'if(n % 20_000 = 7, null, n)'],
  random: ['BIGINT', '(random() * 1e9)::bigint'],
  antique: ['DATE', `date '0500-01-01 (BC)' + n::integer`],
  unbounded: ['TIMESTAMP', `if(n % 9_000 = 3, 'infinity', (date '2020-01-01' + n::integer)::timestamp)`],
};

/** Creates a file of which every seventh row was replaced by one at the end. */
async function fileWithGaps(schema: string, names: readonly string[]) {
  const columns = names.map((name) => ({ name, type: COLUMNS[name]![0] }));
  const values = names.map((name) => `cast(${COLUMNS[name]![1]} as ${COLUMNS[name]![0]}) as ${name}`);
  await connection.run(`attach '${join(folder, schema)}' as ${schema} (row_group_size ${GROUP})`);
  await connection.run(
    `create table ${schema}.main.data as select ${values.join(', ')} from range(${ROWS}) t(n)`,
  );
  await connection.run(`create temp table replaced as select * from ${schema}.main.data where rowid % 7 = 3`);
  await connection.run(`delete from ${schema}.main.data where rowid % 7 = 3`);
  await connection.run(`insert into ${schema}.main.data select * from replaced; drop table replaced`);
  await connection.run(`checkpoint ${schema}; detach ${schema}`);
  await connection.run(`attach '${join(folder, schema)}' as ${schema} (read_only)`);
  return columns;
}

const ids = async (schema: string, range: IdRange & { condition: string | null }) =>
  (await connection.runAndReadAll(idsStatement(schema, range))).getRows().map(([id]) => Number(id));

for (const name of Object.keys(COLUMNS)) {
  test(`a condition on the column ${name} leaves out no row`, async () => {
    const schema = `only_${name}`;
    const ordered = await OrderedColumn.find(connection, schema, await fileWithGaps(schema, [name]));
    assert.equal(ordered !== null, ['serial', 'falling', 'time', 'day'].includes(name));
    let skipping = 0;
    for (let round = 0; ordered && round < 100; round += 1) {
      const from = (round * 7_919) % (ROWS * 1.2);
      const range = { from, to: from + 1 + ((round * 31) % 6_000) };
      const condition = ordered.conditionFor(range);
      if (condition) skipping += 1;
      const found = await ids(schema, { ...range, condition });
      assert.deepEqual(found, await ids(schema, { ...range, condition: null }), condition ?? 'none');
    }
    if (ordered) assert.ok(skipping > 50, `${skipping} ranges have a condition`);
  });
}

test('the column that tells most row groups apart is chosen', async () => {
  const columns = await fileWithGaps('many', ['random', 'day', 'gappy', 'serial']);
  const ordered = await OrderedColumn.find(connection, 'many', columns);
  assert.match(ordered?.conditionFor({ from: 0, to: 100 }) ?? '', /"serial"/);
});

test('pages in both directions have each row once, whatever the gaps', async () => {
  await connection.run(`attach '${join(folder, 'paged')}' as paged`);
  await connection.run(`create table paged.main.data as select n from range(3000) t(n)`);
  // Gaps of one row, of many pages, at the start, and at the end.
  await connection.run(`delete from paged.main.data where n < 40 or n % 5 = 0 or n between 500 and 2400`);
  await connection.run(`insert into paged.main.data values (-1); delete from paged.main.data where n = 2999`);
  const all = (await connection.runAndReadAll('select rowid from paged.main.data order by 1'))
    .getRows()
    .map(([id]) => Number(id));
  const rowIds = await RowIds.open(connection, 'paged', []);
  const forward: number[] = [];
  const lengths: number[] = [];
  for (let page = await rowIds.of({ after: null }, 7); page.length > 0;) {
    forward.push(...page);
    lengths.push(page.length);
    page = await rowIds.of({ after: page.at(-1)! }, 7);
  }
  const backward: number[] = [];
  for (let page = await rowIds.of({ before: null }, 7); page.length > 0;) {
    backward.unshift(...page);
    page = await rowIds.of({ before: page[0]! }, 7);
  }
  assert.deepEqual([forward, backward], [all, all]);
  assert.ok(
    lengths.slice(0, -1).every((length) => length === 7),
    'a page before the last one isn’t full',
  );
});
