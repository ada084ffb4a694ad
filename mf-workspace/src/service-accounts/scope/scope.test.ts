import type { DataScope } from '@headwater/shared/contract';
import {
  chosenOfConnection,
  chosenOfTable,
  isColumnChosen,
  turnColumn,
  turnConnection,
  turnTable,
} from './scope.ts';

const table = (tableName: string, ...columns: string[]) => ({
  sourceConnectionId: 'src_shop',
  sourceConnectionName: 'Shop',
  tableName,
  columns: columns.map((name) => ({ name, type: 'VARCHAR' })),
});
const orders = table('orders', 'id', 'total', 'email');
const items = table('items', 'id');
const all = [orders, items];
const only = (tables: DataScope[number]['tables']): DataScope => [{ sourceConnectionId: 'src_shop', tables }];

test('a connection is chosen as a whole, and left out as a whole', () => {
  const whole = turnConnection([], 'src_shop');
  expect(whole).toEqual(only(null));
  expect(isColumnChosen(whole, orders, 'email')).toBe(true);
  expect(turnConnection(whole, 'src_shop')).toEqual([]);
});

test('a whole connection without one column keeps its other tables', () => {
  const scope = turnColumn(only(null), orders, all, 'email');
  expect(scope).toEqual(
    only([
      { tableName: 'items', columns: null },
      { tableName: 'orders', columns: ['id', 'total'] },
    ]),
  );
  expect(chosenOfConnection(scope, 'src_shop')).toBe('some');
  expect(chosenOfTable(scope, orders)).toBe('some');
  expect(isColumnChosen(scope, orders, 'email')).toBe(false);
});

test('a table without its last column is left out', () => {
  const scope = turnColumn([], orders, all, 'id');
  expect(scope).toEqual(only([{ tableName: 'orders', columns: ['id'] }]));
  expect(turnColumn(scope, orders, all, 'id')).toEqual([]);
});

test('a table chosen by column is then chosen as a whole', () => {
  const scope = turnTable(turnColumn([], orders, all, 'id'), orders, all);
  expect(scope).toEqual(only([{ tableName: 'orders', columns: null }]));
  expect(turnTable(scope, orders, all)).toEqual([]);
});
