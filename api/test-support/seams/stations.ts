import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Temporal } from 'temporal-polyfill';
import {
  isGroupable,
  operatorsOf,
  writeFilter,
  writeSort,
  type QueryCondition,
} from '@headwater/shared/contract';
import type { SourceJourney } from '../source-journey.ts';
import type { Client } from '../test-api.ts';
import {
  arrowCells,
  asDouble,
  csvCells,
  jsonCells,
  parquetCells,
  sheetCells,
  type FileCell,
  type FileCells,
} from './file-cells.ts';
import { microsOf, orderOf } from './order-of-values.ts';
import { byColumn, momentText, rowsOf, type TrueColumn, type Truth } from './truth.ts';

/** A table in a workspace, whose values are known. Its first column is its key. */
export interface Seam {
  readonly journey: SourceJourney;
  /** Of the API, with a port. */
  readonly origin: string;
  /** The path of its connection, and what that is called in SQL. */
  readonly source: string;
  readonly connection: string;
  readonly tableName: string;
  readonly truth: Truth;
}

export type Cells = (string | null)[][];

export const tableOf = ({ source, tableName }: Seam) => `${source}/tables/${encodeURIComponent(tableName)}`;
const namesOf = (truth: Truth) => truth.map(({ name }) => name);
const asked = (values: Record<string, string>) => new URLSearchParams(values).toString();

/** Compares by column, so that a difference says where it is. */
export function same(
  found: readonly (readonly FileCell[])[],
  right: readonly (readonly FileCell[])[],
  truth: Truth,
  at = '',
) {
  const names = namesOf(truth);
  assert.deepEqual(byColumn(names, found), byColumn(names, right), at);
}

/** Returns whether two values of a column are the same one to the engine. */
function equality(column: TrueColumn): (one: string, other: string) => boolean {
  const order = orderOf(column);
  return order ? (one, other) => order(one, other) === 0 : (one, other) => one === other;
}

/** Returns the different values of a column, and how many rows have each. */
export function countsOf(column: TrueColumn): [string | null, number][] {
  const equal = equality(column);
  const counts: [string | null, number][] = [];
  for (const value of column.values) {
    const known = counts.find(([one]) =>
      one === null || value === null ? one === value : equal(one, value),
    );
    if (known) known[1] += 1;
    else counts.push([value, 1]);
  }
  return counts;
}

export const sorted = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => JSON.stringify(row)).toSorted();

/** Rows with different values of zero are one group, which is called like the one that the engine has seen first. */
const asOne = (column: TrueColumn, [value, ...rest]: readonly (string | null)[]) =>
  (column.type === 'FLOAT' || column.type === 'DOUBLE') && value === '-0' ? ['0', ...rest] : [value, ...rest];

/** Compares the rows of a page with those of the truth. */
export async function checkGrid(seam: Seam, client: Client = seam.journey.client): Promise<void> {
  const { status, body, text } = await client.get(`${tableOf(seam)}/rows`);
  assert.equal(status, 200, text);
  const { columns, rows } = body.data.attributes;
  assert.deepEqual(
    columns.map(({ name, type }: TrueColumn) => [name, type]),
    seam.truth.map(({ name, type }) => [name, type]),
  );
  same(rows, rowsOf(seam.truth), seam.truth);
}

async function idsWith(seam: Seam, condition: QueryCondition): Promise<Set<string>> {
  const key = seam.truth[0]!.name;
  const query = asked({ filter: writeFilter([[condition]]), columns: encodeURIComponent(key) });
  const { status, text, body } = await seam.journey.client.get(`${tableOf(seam)}/rows?${query}`);
  assert.equal(status, 200, `${JSON.stringify(condition)}: ${text}`);
  return new Set((body.data.attributes.rows as [string][]).flat());
}

/** Compares the rows that a filter finds by each of a column's own values, in each direction, with those that have it. */
async function checkFilters(seam: Seam, column: TrueColumn): Promise<void> {
  const [keys, { name, values }] = [seam.truth[0]!.values, column];
  const operators = new Set(operatorsOf(column));
  const order = orderOf(column);
  const keysOf = (fits: (value: string | null) => boolean) =>
    new Set(keys.filter((_, row) => fits(values[row]!)));
  const check = async (
    operator: QueryCondition['operator'],
    value: string | null,
    fits: (of: string | null) => boolean,
  ) => {
    if (!operators.has(operator)) return;
    const condition = { column: name, operator, values: value === null ? [] : [value] };
    assert.deepEqual(await idsWith(seam, condition), keysOf(fits), JSON.stringify(condition));
  };
  await check('is_null', null, (one) => one === null);
  await check('is_not_null', null, (one) => one !== null);
  const equal = equality(column);
  for (const [value] of countsOf(column)) {
    if (value === null) continue;
    await check('equals', value, (one) => one !== null && equal(one, value));
    if (order && operators.has('less')) {
      await check('less', value, (one) => one !== null && order(one, value) < 0);
      await check('greater_or_equal', value, (one) => one !== null && order(one, value) >= 0);
    }
    if (value !== '' && !/[İı]/.test(value))
      await check(
        'contains',
        value,
        (one) => one !== null && one.toLowerCase().includes(value.toLowerCase()),
      );
  }
}

/** Compares the values that a filter offers, and a search among them, with those that there are. */
async function checkOffered(seam: Seam, column: TrueColumn): Promise<void> {
  const counts = countsOf(column);
  const found = async (search: string) => {
    const query = asked({ column: column.name, ...(search && { search }) });
    const { values } = await seam.journey.attributesOf(`${tableOf(seam)}/column-values?${query}`);
    return values.map(({ value, rows }: { value: string | null; rows: number }) => [
      ...asOne(column, [value]),
      rows,
    ]);
  };
  assert.deepEqual(
    sorted(await found('')),
    sorted(counts.map(([value, rows]) => [...asOne(column, [value]), rows])),
  );
  const [value] = counts.find(([one]) => one !== null && one.length > 2) ?? [null];
  if (value === null) return;
  const part = value.slice(0, -1).toUpperCase();
  const right = counts.filter(([one]) => one?.toUpperCase().includes(part));
  assert.deepEqual(sorted(await found(part)), sorted(right), part);
}

async function query(seam: Seam, wanted: object): Promise<Cells> {
  const path = `${tableOf(seam)}/query-results`;
  const { status, body, text } = await seam.journey.client.post(path, 'query_results', { query: wanted });
  assert.equal(status, 200, text);
  const values = body.data.attributes.values as Cells;
  return (values[0] ?? []).map((_, row) => values.map((column) => column[row]!));
}

/** Compares a chart's groups with the values that there are, and their rows with those that a drill on each finds. */
async function checkChart(seam: Seam, column: TrueColumn): Promise<void> {
  const { name } = column;
  const groups = await query(seam, {
    breakouts: [{ as: 'value', column: name }],
    measures: [{ as: 'rows', agg: 'count' }],
  });
  const right = countsOf(column).map(([value, rows]) => [...asOne(column, [value]), String(rows)]);
  assert.deepEqual(sorted(groups.map((row) => asOne(column, row))), sorted(right));
  for (const [value, rows] of groups) {
    const condition: QueryCondition =
      value === null
        ? { column: name, operator: 'is_null', values: [] }
        : { column: name, operator: 'equals', values: [value!] };
    assert.equal(String((await idsWith(seam, condition)).size), rows, `the rows of ${value}`);
  }
}

/** The days on which a chart's periods are looked at. */
const [FROM, TO] = ['2026-01-01', '2027-01-01'];

/** Compares a chart's days and months with those that the clocks of a zone show. */
async function checkPeriods(seam: Seam, { name, type, values }: TrueColumn, zone: string): Promise<void> {
  const dayOf = (text: string) =>
    type === 'TIMESTAMP WITH TIME ZONE'
      ? Temporal.Instant.from(text).toZonedDateTimeISO(zone).toPlainDate().toString()
      : text.slice(0, 10);
  for (const [grain, beginOf] of [
    ['day', (day: string) => day],
    ['month', (day: string) => `${day.slice(0, 7)}-01`],
    ['year', (day: string) => `${day.slice(0, 4)}-01-01`],
  ] as const) {
    const counts = new Map<string, number>();
    for (const value of values) {
      if (!value?.startsWith('2026-')) continue;
      const begin = beginOf(dayOf(value));
      counts.set(begin, (counts.get(begin) ?? 0) + 1);
    }
    const found = await query(seam, {
      ...{
        breakouts: [{ as: 'begin', column: name, grain }],
        measures: [{ as: 'rows', agg: 'count' }],
        zone,
      },
      // Of more days than fit into a chart, it would show longer periods.
      filter: [
        [{ column: name, operator: 'greater_or_equal', values: [FROM] }],
        [{ column: name, operator: 'less', values: [TO] }],
      ],
    });
    const filled = found.filter(([, rows]) => rows !== '0');
    assert.deepEqual(
      sorted(filled),
      sorted([...counts].map(([begin, rows]) => [begin, String(rows)])),
      grain,
    );
  }
}

/** Walks through all pages of a sorted grid, forward and back, and compares the order with one that is computed here. */
async function checkSort(seam: Seam, column: TrueColumn): Promise<void> {
  const order = orderOf(column);
  if (!order) return;
  const rows = rowsOf(seam.truth);
  const at = namesOf(seam.truth).indexOf(column.name);
  for (const descending of [false, true]) {
    const sort = writeSort([{ column: column.name, descending }]);
    const page = async (
      after: string | null,
    ): Promise<{ rows: Cells; next: string | null; prev: string | null; last: string | null }> => {
      const path = `${tableOf(seam)}/rows?${asked({ sort, 'page[size]': '11', ...(after !== null && { 'page[after]': after }) })}`;
      const { status, body, text } = await seam.journey.client.get(path);
      assert.equal(status, 200, text);
      return { rows: body.data.attributes.rows, ...body.links };
    };
    const right = rows.toSorted((one, other) => {
      const [first, second] = [one[at]!, other[at]!];
      if (first === null || second === null) return Number(first === null) - Number(second === null);
      return descending ? order(second, first) : order(first, second);
    });
    const [forward, backward]: [Cells, Cells] = [[], []];
    let from = await page(null);
    const { last } = from;
    forward.push(...from.rows);
    while (from.next !== null) forward.push(...(from = await page(from.next)).rows);
    same(forward, right, seam.truth, sort);
    if (!descending) continue;
    if (last !== null) from = await page(last);
    backward.unshift(...from.rows);
    while (from.prev !== null) backward.unshift(...(from = await page(from.prev)).rows);
    same(backward, right, seam.truth, `${sort} from the end`);
  }
}

/** Runs SQL as a person does. */
export async function runSql({ journey }: Pick<Seam, 'journey'>, sql: string) {
  const asked_ = { sql, limit: 1_000, parameters: {} };
  const { status, body, text } = await journey.client.post(`${journey.base}/sql-runs`, 'sql_runs', asked_);
  assert.equal(status, 200, text);
  return body.data.attributes as { columns: { name: string; type: string }[]; rows: Cells };
}

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;
/** Returns how SQL calls the table. */
export const inSql = ({ connection, tableName }: Seam) =>
  `${identifier(connection)}.${identifier(tableName)}`;

async function checkSql(seam: Seam): Promise<void> {
  const { columns, rows } = await runSql(
    seam,
    `select * from ${inSql(seam)} order by ${identifier(seam.truth[0]!.name)}`,
  );
  assert.deepEqual(
    columns.map(({ name }) => name),
    namesOf(seam.truth),
  );
  same(
    rows.map((row) => row.map(asInstant)),
    rowsOf(seam.truth).map((row) => row.map(asInstant)),
    seam.truth,
  );
}

/** Moments are the same whatever their offset is. */
export function asInstant(value: string | null): string | null {
  const [, date, time, fraction = '', zone, era = ''] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d(?::\d\d){0,2})( BC)?$/.exec(value ?? '') ?? [];
  if (!zone || zone === 'Z') return value;
  const [sign, hours, minutes = '0', seconds = '0'] = [zone[0], ...zone.slice(1).split(':')];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const wall = microsOf(`${date}T${time}${fraction}${era}`);
  return momentText(
    sign === '-' ? wall + BigInt(offset) * 1_000_000n : wall - BigInt(offset) * 1_000_000n,
    'Z',
  );
}

/** Downloads the table as a file. */
async function download(seam: Seam, format: string, client = seam.journey.client): Promise<Buffer> {
  const headers = client.token ? { authorization: `Bearer ${client.token}` } : { cookie: client.cookie! };
  const response = await fetch(`${seam.origin}${tableOf(seam)}/rows.${format}`, { headers });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

/** How a reader of a binary format has a value. */
function inBinary({ type }: TrueColumn, value: string | null): FileCell {
  if (value === null) return null;
  if (type === 'SMALLINT' || type === 'INTEGER' || type === 'DOUBLE') return Number(value);
  if (type === 'FLOAT') return Math.fround(Number(value));
  return type === 'BOOLEAN' ? value === 'true' : value;
}

const FILES: readonly [
  format: string,
  read: (bytes: Buffer) => FileCells | Promise<FileCells>,
  cellOf: (column: TrueColumn, value: string | null) => FileCell,
][] = [
  ['csv', (bytes) => csvCells(bytes.toString()), (_, value) => value],
  ['jsonl', (bytes) => jsonCells(bytes.toString()), jsonCell],
  [
    'parquet',
    parquetCells,
    (column, value) =>
      value !== null && column.type.startsWith('DECIMAL(') ? asDouble(value) : inBinary(column, value),
  ],
  ['arrow', arrowCells, inBinary],
];

/** What isn't a text in JSON is written as it is, and a null in a column of JSON is no value to a reader. */
function jsonCell({ type }: TrueColumn, value: string | null): FileCell {
  if (value === null || type !== 'JSON') return value;
  return value === 'null' ? null : value.startsWith('"') ? (JSON.parse(value) as string) : value;
}

async function checkFile(
  seam: Seam,
  [format, read, cellOf]: (typeof FILES)[number],
  client?: Client,
): Promise<void> {
  const { names, rows } = await read(await download(seam, format, client));
  assert.deepEqual(names, namesOf(seam.truth));
  const right = rowsOf(seam.truth).map((row) => row.map((value, at) => cellOf(seam.truth[at]!, value)));
  same(rows, right, seam.truth);
}

/** Excel has numbers of 15 digits, days from March 1900 on, and milliseconds. Whole columns that need more are texts. */
async function checkSheet(seam: Seam): Promise<void> {
  const { names, rows } = await sheetCells(await download(seam, 'xlsx'));
  assert.deepEqual(names, namesOf(seam.truth));
  const cells = seam.truth.map((column) => {
    const isText = column.values.some((value) => value !== null && !fitsSheet(column, value));
    return column.values.map((value) =>
      value === null || value === '' ? null : isText ? value : inSheet(column, value),
    );
  });
  same(
    rows,
    seam.truth[0]!.values.map((_, row) => cells.map((column) => column[row]!)),
    seam.truth,
  );
}

function fitsSheet({ type }: TrueColumn, value: string): boolean {
  if (type === 'BIGINT' || type.startsWith('DECIMAL('))
    return value.replace('-', '').split('.')[0]!.length <= 15;
  const day = value.slice(0, 10);
  return (
    !/^(DATE|TIMESTAMP)/.test(type) || (/^\d{4}-/.test(day) && day >= '1900-03-01' && !value.endsWith('BC'))
  );
}

function inSheet({ type }: TrueColumn, value: string): FileCell {
  if (type === 'BOOLEAN') return value === 'true';
  if (type === 'DATE') return `${value}T00:00:00.000Z`;
  if (type.startsWith('TIMESTAMP')) return new Date(`${value.replace(/Z$/, '')}Z`).toISOString();
  // A time of day is a share of Excel's first day, and the day after it begins at 24:00.
  if (type === 'TIME')
    return value.startsWith('24')
      ? '1899-12-31T00:00:00.000Z'
      : new Date(`1899-12-30T${value}Z`).toISOString();
  return value;
}

/** Compares a download as programs get it. */
export const checkCsv = (seam: Seam, client?: Client): Promise<void> => checkFile(seam, FILES[0]!, client);

/** Compares what depends on how a table was loaded. What comes behind it is the same for all sources. */
export async function checkSource(seam: Seam): Promise<void> {
  await checkGrid(seam);
  await checkSql(seam);
  await checkCsv(seam);
}

/** Registers a test of each station for a table that is there when they run. */
export function describeStations(title: string, zone: string, truth: Truth, open: () => Seam): void {
  const each = (name: string, check: (seam: Seam, column: TrueColumn) => Promise<void>, columns = truth) => {
    void test(name, async () => {
      const faults: string[] = [];
      for (const column of columns)
        await check(open(), column).catch((error: Error) => faults.push(`${column.name}: ${error.message}`));
      assert.deepEqual(faults, []);
    });
  };
  const groupable = truth.filter(isGroupable);
  const inTime = truth.filter(({ type }) => /^(DATE|TIMESTAMP)/.test(type));
  describe(title, () => {
    test('is on the grid', () => checkGrid(open()));
    each('is found by filters', checkFilters);
    each(
      'is offered by filters',
      checkOffered,
      truth.filter((column) => operatorsOf(column).includes('one_of')),
    );
    each('is counted by charts, which lead to its rows', checkChart, groupable);
    each('is in the periods of the zone', (seam, column) => checkPeriods(seam, column, zone), inTime);
    each('is sorted, page by page', checkSort);
    test('is what SQL has', () => checkSql(open()));
    for (const file of FILES) test(`is in ${file[0]}`, () => checkFile(open(), file));
    test('is in Excel', () => checkSheet(open()));
  });
}
