import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathText, sqlNamesOf, tablesCalled } from './sql-names.ts';

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

test('a table of a schema is found by each way that people write it', () => {
  const named = sqlNamesOf([
    table('a', 'erp', 'sales.orders'),
    table('a', 'erp', 'items'),
    table('b', 'shop', 'sales.orders'),
    table('b', 'shop', 'sales.returns'),
    table('c', 'stock', 'places'),
    table('d', 'x', 'stock.places'),
    table('d', 'x', 'main.odd'),
    table('e', 'My files', 'a.b.c'),
  ]);
  const found = (...parts: string[]) => {
    const [catalog, schema, name] = [...Array<string>(3 - parts.length).fill(''), ...parts];
    const path = { catalog: catalog!, schema: schema!, name: name! };
    return [pathText(path), tablesCalled(named, path).map(({ tableId }) => tableId)];
  };
  assert.deepEqual(found('sales', 'returns'), ['sales.returns', ['b.sales.returns']]);
  assert.deepEqual(found('SALES.Returns'), ['SALES.Returns', ['b.sales.returns']]);
  assert.deepEqual(found('sales', 'orders')[1], ['a.sales.orders', 'b.sales.orders']);
  assert.deepEqual(found('erp', 'sales', 'orders')[1], ['a.sales.orders']);
  assert.deepEqual(found('Erp', 'Sales.Orders')[1], ['a.sales.orders']);
  assert.deepEqual(found('erp', 'items')[1], ['a.items']);
  assert.deepEqual(found('stock', 'places')[1], ['c.places']);
  assert.deepEqual(found('stock.places')[1], ['d.stock.places']);
  assert.deepEqual(found('a', 'b', 'c')[1], ['e.a.b.c']);
  assert.deepEqual(found('My files', 'a.b', 'c')[1], ['e.a.b.c']);
  assert.deepEqual(found('main', 'odd')[1], []);
  assert.deepEqual(found('orders')[1], []);
});
