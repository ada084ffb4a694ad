import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  ColumnFacts,
  ComparisonResult,
  DuplicatesFound,
  PersonalDataResult,
} from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { orderOf } from './order-of-values.ts';
import {
  asInstant,
  countsOf,
  inSql,
  runSql,
  same,
  sorted,
  tableOf,
  type Cells,
  type Seam,
} from './stations.ts';
import { rowsOf, type TrueColumn, type Truth } from './truth.ts';

const instants = (rows: Cells): Cells => rows.map((row) => row.map(asInstant));
const byKey = (rows: Cells): Cells => rows.toSorted((one, other) => Number(one[0]) - Number(other[0]));

async function tableId({ journey, ...seam }: Seam): Promise<string> {
  return (await journey.client.get(tableOf({ journey, ...seam }))).body.data.id;
}

/** Compares what a profile says of each column with its values. */
async function checkProfile(seam: Seam): Promise<void> {
  const path = tableOf(seam);
  await settled(
    () => seam.journey.client.get(`${path}/profile`),
    ({ body }) => ['complete', 'failed'].includes(body.data?.attributes.state as string),
  );
  const faults: string[] = [];
  for (const column of seam.truth) {
    const query = new URLSearchParams({ column: column.name });
    const found = await seam.journey.attributesOf(`${path}/column-profile?${query}`);
    try {
      checkFacts(column, found.facts as ColumnFacts);
    } catch (error) {
      faults.push(`${column.name}: ${(error as Error).message}`);
    }
  }
  assert.deepEqual(faults, []);
}

function checkFacts(column: TrueColumn, facts: ColumnFacts): void {
  const { values } = column;
  const counts = countsOf(column).filter(([value]) => value !== null) as [string, number][];
  assert.equal(facts.nulls, values.filter((value) => value === null).length, 'rows without a value');
  if (facts.distinct.isExact) assert.equal(facts.distinct.count, counts.length, 'different values');
  for (const { value, cut, rows } of facts.top ?? []) {
    const known = counts.find(([one]) => (cut ? one.startsWith(value) : sameTo(column, one, value)));
    assert.equal(rows, known?.[1], `the rows of ${value}`);
  }
  const order = orderOf(column);
  const measured = counts.map(([value]) => value).filter((value) => !/^(NaN|-?infinity)$/i.test(value));
  if (!order || column.type === 'BOOLEAN' || measured.length === 0) return;
  const inOrder = measured.toSorted(order);
  if (facts.least !== null)
    assert.ok(order(facts.least, inOrder[0]!) === 0, `${facts.least} isn’t the least`);
  if (facts.greatest !== null)
    assert.ok(order(facts.greatest, inOrder.at(-1)!) === 0, `${facts.greatest} isn’t the greatest`);
}

const sameTo = (column: TrueColumn, one: string, other: string): boolean => {
  const order = orderOf(column);
  return order ? order(one, other) === 0 : one === other;
};

/** Runs a tool in the background, and returns what it has found. */
async function ran<Result>({ journey }: Seam, tool: string, config: object): Promise<Result> {
  const runs = `${journey.base}/tools/${tool}/runs`;
  const { status, body, text } = await journey.client.post(runs, 'tool_runs', { config, isSample: false });
  assert.equal(status, 202, text);
  const run = await settled(
    () => journey.attributesOf(`${runs}/${body.data.id}`),
    ({ endedAt }) => endedAt !== null,
  );
  assert.equal(run.state, 'done', JSON.stringify(run.error));
  return run.result as Result;
}

/** Returns the rows of a query that a tool makes. */
async function built({ journey }: Seam, tool: string, config: object): Promise<Cells> {
  const path = `${journey.base}/tools/${tool}/built-queries`;
  const { status, body, text } = await journey.client.post(path, 'built_queries', { config });
  assert.equal(status, 200, text);
  return byKey(body.data.attributes.rows as Cells);
}

/** Returns the truth's columns of these names, in their order. */
const only = (truth: Truth, names: readonly string[]): Truth =>
  names.map((name) => truth.find((column) => column.name === name)!);

/** Values that read the same but for case and spaces are found, and shown as they are. */
async function checkDuplicates(seam: Seam, texts: string): Promise<void> {
  const [key] = seam.truth;
  const { columns, examples, groups } = await ran<DuplicatesFound>(seam, 'duplicate-finder', {
    ...{ tableId: await tableId(seam), columns: [texts], similar: null },
    ...{ ignoreSpaces: true, ignoreCase: true, ignoreAccents: false },
  });
  const read = only(seam.truth, [texts])[0]!.values.map((value) =>
    value?.trim().replaceAll(/\s+/g, ' ').toLowerCase(),
  );
  const twice = new Set(read.filter((value, at) => value && read.indexOf(value) !== at));
  assert.equal(groups, twice.size, JSON.stringify(examples));
  const shown = columns.map(({ name }) => name);
  const truth = only(seam.truth, shown);
  const found = examples.flatMap((example) => example.shown);
  const keyAt = shown.indexOf(key!.name);
  const right = found.map((row) => rowsOf(truth)[key!.values.indexOf(row[keyAt]!)]!);
  same(instants(found), instants(right), truth);
}

/** A table is the same as its copy, by all of its columns. */
async function checkComparison(seam: Seam, copy: Seam): Promise<void> {
  const [key, ...others] = seam.truth.map(({ name }) => ({ left: name, right: name }));
  const [left, right] = await Promise.all(
    [seam, copy].map(async (one) => ({ tableId: await tableId(one), version: null })),
  );
  const { diff } = await ran<ComparisonResult>(seam, 'compare', {
    ...{ left, right, key: [key], columns: others },
  });
  assert.deepEqual([diff.added, diff.removed, diff.changed], [0, 0, 0]);
  assert.deepEqual(
    diff.columns.map(({ name }) => name),
    seam.truth.map(({ name }) => name),
  );
}

/** Rows keep their values beside what comes out of a column of JSON. */
async function checkFlattened(seam: Seam, json: string): Promise<void> {
  const kept = seam.truth.map(({ name }) => name).filter((name) => name !== json);
  const rows = await built(seam, 'json-flattener', {
    ...{ tableId: await tableId(seam), column: json, keep: kept, items: null },
    fields: [{ path: ['__proto__'], inItem: false, as: 'found', type: 'text' }],
  });
  const truth = only(seam.truth, kept);
  same(instants(rows.map((row) => row.slice(0, -1))), instants(rowsOf(truth)), truth);
  const right = only(seam.truth, [json])[0]!.values.map((text) => {
    const member = /"__proto__"\s*:\s*([^,}\s]+)/.exec(text ?? '');
    return member ? member[1]! : null;
  });
  assert.deepEqual(
    rows.map((row) => row.at(-1)),
    right,
  );
}

/** A table that is joined to itself has its values twice. */
async function checkJoined(seam: Seam): Promise<void> {
  const id = await tableId(seam);
  const [key] = seam.truth;
  const rows = await built(seam, 'join-builder', {
    tableId: id,
    joins: [
      {
        ...{ tableId: id, kind: 'inner' },
        keys: [{ left: { table: 0, column: key!.name }, right: key!.name }],
      },
    ],
    columns: [0, 1].flatMap((table) =>
      seam.truth.map(({ name }) => ({ table, column: name, as: `${name} ${table}` })),
    ),
  });
  const width = seam.truth.length;
  for (const from of [0, width])
    same(
      instants(rows.map((row) => row.slice(from, from + width))),
      instants(rowsOf(seam.truth)),
      seam.truth,
      String(from),
    );
}

/** What is found of people is masked, whatever the columns are called. */
async function checkPersonal(seam: Seam): Promise<void> {
  const { columns, findings } = await ran<PersonalDataResult>(seam, 'pii-scanner', {
    ...{ tableId: await tableId(seam), notPersonal: [] },
  });
  assert.equal(columns, seam.truth.length);
  const values = new Set(seam.truth.flatMap((column) => column.values));
  for (const { column, examples } of findings)
    for (const example of examples) assert.ok(!values.has(example), `${example} of ${column}`);
}

/** A saved query has the values as a result, and as the table that reports show, and that is compared with the first. */
async function checkSavedQuery(seam: Seam): Promise<void> {
  const { client, base } = seam.journey;
  const saved = await client.post(`${base}/saved-queries`, 'saved_queries', {
    ...{ name: 'hasOwnProperty', description: '', parameters: {} },
    sql: `select * from ${inSql(seam)}`,
  });
  assert.equal(saved.status, 201, saved.text);
  const path = `${base}/saved-queries/${saved.body.data.id}`;
  const { rows } = await runSql(seam, (await seam.journey.attributesOf(path)).sql as string);
  same(instants(byKey(rows)), instants(rowsOf(seam.truth)), seam.truth);
  const made = await client.post(`${path}/view`, 'sql_views', {});
  assert.equal(made.status, 200, made.text);
  const view = await settled(
    () => seam.journey.attributesOf(`${base}/sql-views/${made.body.data.id}`),
    ({ state }) => ['current', 'failed'].includes(state as string),
  );
  assert.equal(view.state, 'current', JSON.stringify(view));
  const source = `${base}/source-connections/${view.sourceConnectionId}`;
  const copy = { ...seam, source, tableName: view.name as string };
  await checkCards(copy);
  await checkComparison(seam, copy);
}

/** As many columns as a card of rows shows. */
const CARD_COLUMNS = 20;

/** A card of rows has the values, for members and for whoever has a link, and filters offer them. */
async function checkCards(seam: Seam): Promise<void> {
  const { client, base } = seam.journey;
  const table = { id: await tableId(seam), name: seam.tableName };
  const [key] = seam.truth;
  const [layout, parts] = [{ x: 0, y: 0, w: 12, h: 6 }, [] as Truth[]];
  for (let at = 1; at < seam.truth.length; at += CARD_COLUMNS)
    parts.push([key!, ...seam.truth.slice(at, at + CARD_COLUMNS)]);
  const cards = parts.map((columns, at) => ({
    ...{ id: `card${at}`, kind: 'table', title: 'toString', layout: { ...layout, y: at * 6 }, table },
    query: {
      breakouts: columns.map(({ name }, place) => ({ as: `c${place}`, column: name })),
      ...{ measures: [], sort: [{ by: 'c0', descending: false }], limit: 1_000 },
    },
  }));
  const filters = seam.truth.filter(isOffered).map(({ name }, at) => ({
    ...{ id: `f${at}`, label: name, default: null },
    bind: [{ card: `card${parts.findIndex((part) => part.some((one) => one.name === name))}`, column: name }],
  }));
  const made = await client.post(`${base}/reports`, 'reports', {
    ...{ name: 'isPrototypeOf', content: { cards, filters } },
  });
  assert.equal(made.status, 201, made.text);
  const report = `${base}/reports/${made.body.data.id}`;
  const shared = await client.post(`${report}/share-links`, 'share_links', {
    ...{ days: 3, filtersOpen: true, filters: '' },
  });
  assert.equal(shared.status, 201, shared.text);
  const { token } = shared.body.data.attributes;
  for (const [at, columns] of parts.entries()) {
    const right = instants(rowsOf(columns));
    const own = await seam.journey.attributesOf(`${report}/cards/card${at}/query-results`);
    same(instants(turned(own.values as Cells)), right, columns, 'a card');
    const asked = { token, card: `card${at}`, filters: '' };
    const { status, body, text } = await client.post('/shared-card-results', 'shared_card_results', asked);
    assert.equal(status, 200, text);
    same(instants(turned(body.data.attributes.values as Cells)), right, columns, 'a shared card');
  }
  const faults: string[] = [];
  for (const { id, label } of filters) {
    const asked = { token, filter: id, filters: '' };
    const { status, body, text } = await client.post('/shared-filter-values', 'shared_filter_values', asked);
    assert.equal(status, 200, text);
    const column = only(seam.truth, [label])[0]!;
    const right = countsOf(column).map(([value]) => [value]);
    const offered = (body.data.attributes.values as (string | null)[]).map((value) => [value]);
    const [found, wanted] = [offered, right].map((some) =>
      JSON.stringify(sorted(some.map((one) => one.map(asInstant)))),
    );
    if (found !== wanted) faults.push(`${label}: ${found} instead of ${wanted}`);
  }
  assert.deepEqual(faults, []);
}

/** Filters offer texts, and what else is chosen from a list. */
const isOffered = ({ type }: TrueColumn) => ['VARCHAR', 'UUID', 'BOOLEAN', 'INTEGER', 'DATE'].includes(type);

const turned = (values: Cells): Cells =>
  (values[0] ?? []).map((_, row) => values.map((column) => column[row]!));

/** Registers a test of each tool, and of what is made of a table, for one that is there when they run. */
export function describeTools(texts: string, json: string, open: () => Seam): void {
  test('A profile counts what there is', () => checkProfile(open()));
  test('A saved query, its cards, and a comparison with its table have the same values', () =>
    checkSavedQuery(open()));
  test('The cards of a report, and its shared page, have the same values and offer them', () =>
    checkCards(open()));
  test('The duplicate finder shows the same values', () => checkDuplicates(open(), texts));
  test('The JSON flattener keeps the values beside', () => checkFlattened(open(), json));
  test('The join builder shows the same values', () => checkJoined(open()));
  test('The PII scanner shows none of the values', () => checkPersonal(open()));
}
