import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sqlNamesOf } from './sql-names.ts';

const table = (connection: string, sourceConnectionName: string, tableName: string) => ({
  tableId: `${connection}.${tableName}`,
  sourceConnectionId: connection,
  sourceConnectionName,
  tableName,
});
const namesOf = (tables: ReturnType<typeof table>[]) =>
  sqlNamesOf(tables).map(({ schema, name, isUnique }) => `${schema}.${name}${isUnique ? '' : ' *'}`);

test('tables have the names of their connection and their own, and alone if no other has it', () => {
  assert.deepEqual(
    namesOf([table('a', 'Shop', 'orders'), table('a', 'Shop', 'items'), table('b', 'ERP', 'Orders')]),
    ['Shop.orders *', 'Shop.items', 'ERP.Orders *'],
  );
});

test('names that differ only in capitals, or belong to the engine, get a number', () => {
  assert.deepEqual(
    namesOf([
      table('a', 'Shop', 'orders'),
      table('a', 'Shop', 'ORDERS'),
      table('a', 'Shop', 'orders_2'),
      table('b', 'shop', 'x'),
      table('c', 'main', 'y'),
      table('d', 'Information_Schema', 'tables'),
    ]),
    [
      'Shop.orders',
      'Shop.ORDERS_2',
      'Shop.orders_2_2',
      'shop_2.x',
      'main_2.y',
      'Information_Schema_2.tables',
    ],
  );
});
