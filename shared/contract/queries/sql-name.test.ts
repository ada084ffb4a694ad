import { sqlName, sqlNameOf } from './sql-name.ts';

test('names are quoted where SQL needs it', () => {
  expect(['orders', 'order', 'Orders', 'a b', 'say "hi"', '2024', 'sales.orders'].map(sqlName)).toEqual([
    'orders',
    '"order"',
    '"Orders"',
    '"a b"',
    '"say ""hi"""',
    '"2024"',
    '"sales.orders"',
  ]);
});

test('a table has its connection in front only where others have its name', () => {
  expect(sqlNameOf({ schema: 'Sample shop', name: 'orders', isUnique: true })).toBe('orders');
  expect(sqlNameOf({ schema: 'Sample shop', name: 'orders', isUnique: false })).toBe('"Sample shop".orders');
});
