import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import type { QueryCondition } from '@headwater/shared/contract';
import { filterSql } from '../query/filter-sql.ts';

const connection = await (await DuckDBInstance.create()).connect();
after(() => connection.closeSync());
await connection.run(`
  create table numbers as
  select n::bigint as n, n::decimal(4,2) as d from (values (-2), (-1), (0), (1), (2), (null)) rows (n)`);
const COLUMNS = [
  { name: 'n', type: 'BIGINT' },
  { name: 'd', type: 'DECIMAL(4,2)' },
];

async function matching(column: 'n' | 'd', operator: QueryCondition['operator'], ...values: string[]) {
  const where = filterSql([[{ column, operator, values }]], COLUMNS);
  const rows = await connection.runAndReadAll(
    `select n::varchar from numbers where ${where} order by numbers.n`,
  );
  return rows
    .getRows()
    .map(([n]) => n)
    .join(' ');
}

describe('a limit that a column’s type can’t hold', () => {
  test('between two whole numbers leaves those on its side', async () => {
    const all = ['greater', 'greater_or_equal', 'less', 'less_or_equal'] as const;
    const found = async (value: string) => Promise.all(all.map((operator) => matching('n', operator, value)));
    assert.deepEqual(await found('0.5'), ['1 2', '1 2', '-2 -1 0', '-2 -1 0']);
    assert.deepEqual(await found('-0.5'), ['0 1 2', '0 1 2', '-2 -1', '-2 -1']);
    assert.deepEqual(await found('1.0'), ['2', '1 2', '-2 -1 0', '-2 -1 0 1']);
    assert.deepEqual(await found('1'), ['2', '1 2', '-2 -1 0', '-2 -1 0 1']);
  });

  test('between two decimals leaves those on its side, and is none of them', async () => {
    const all = ['greater', 'greater_or_equal', 'less', 'less_or_equal'] as const;
    const found = async (value: string) => Promise.all(all.map((operator) => matching('d', operator, value)));
    assert.deepEqual(await found('0.996'), ['1 2', '1 2', '-2 -1 0', '-2 -1 0']);
    assert.deepEqual(await found('1.004'), ['2', '2', '-2 -1 0 1', '-2 -1 0 1']);
    assert.deepEqual(await found('-1.004'), ['-1 0 1 2', '-1 0 1 2', '-2', '-2']);
    assert.deepEqual(await found('-0.996'), ['0 1 2', '0 1 2', '-2 -1', '-2 -1']);
    assert.deepEqual(await found('1.000'), ['2', '1 2', '-2 -1 0', '-2 -1 0 1']);
    const among = ['equals', 'one_of', 'not_equals', 'none_of'] as const;
    assert.deepEqual(await Promise.all(among.map((operator) => matching('d', operator, '0.996'))), [
      ...['', '', '-2 -1 0 1 2 ', '-2 -1 0 1 2 '],
    ]);
    assert.equal(await matching('d', 'one_of', '0.996', '2.000'), '2');
  });

  test('beyond all leaves all or none', async () => {
    for (const column of ['n', 'd'] as const) {
      assert.equal(await matching(column, 'less', '10000000000000000000'), '-2 -1 0 1 2');
      assert.equal(await matching(column, 'greater_or_equal', '10000000000000000000.5'), '');
      assert.equal(await matching(column, 'greater', '-10000000000000000000'), '-2 -1 0 1 2');
    }
  });

  test('all others of a number are those that aren’t named, and those without one', async () => {
    assert.equal(await matching('n', 'none_of', '1', '2'), '-2 -1 0 ');
  });
});
