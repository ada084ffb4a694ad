import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { filterSql } from './filter-sql.ts';

const connection = await (await DuckDBInstance.create()).connect();
after(() => connection.closeSync());
await connection.run(`
  create table numbers as
  select n::bigint as n, n::decimal(4,2) as d from (values (-2), (-1), (0), (1), (2), (null)) rows (n)`);
const COLUMNS = [
  { name: 'n', type: 'BIGINT' },
  { name: 'd', type: 'DECIMAL(4,2)' },
];

async function matching(
  column: 'n' | 'd',
  operator: 'greater' | 'greater_or_equal' | 'less' | 'less_or_equal' | 'none_of',
  ...values: string[]
) {
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
