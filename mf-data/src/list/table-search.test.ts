import { bySource, searchTables } from './table-search.ts';

const column = (name: string) =>
  ({ name, kind: 'text', type: 'VARCHAR', sourceType: 'text', nullable: true }) as const;
const table = (tableName: string, source: string, columns: string[] = []) => ({
  tableName,
  sourceConnectionId: `src_${source}`,
  sourceConnectionName: source,
  connector: 'postgres',
  columns: columns.map(column),
});
const orders = table('orders', 'shop', ['Email']);
const items = table('items', 'shop');
const visits = table('visits', 'analytics');

test('finds tables by table, connection, or column name, in any case', () => {
  expect(searchTables([orders, items, visits], ' EMAIL ')).toEqual([orders]);
  expect(searchTables([orders, items, visits], 'shop')).toEqual([orders, items]);
  expect(searchTables([orders, items, visits], 'visi')).toEqual([visits]);
  expect(searchTables([orders, items, visits], '')).toHaveLength(3);
});

test('groups tables by connection, both sorted by name', () => {
  expect(bySource([orders, items, visits])).toEqual([
    { sourceConnectionId: 'src_analytics', name: 'analytics', connector: 'postgres', tables: [visits] },
    { sourceConnectionId: 'src_shop', name: 'shop', connector: 'postgres', tables: [items, orders] },
  ]);
});

test('sorts numbers in names by value', () => {
  const tables = ['dept_10', 'dept_2'].map((name) => table(name, 'shop'));
  expect(bySource(tables)[0]?.tables.map(({ tableName }) => tableName)).toEqual(['dept_2', 'dept_10']);
});
