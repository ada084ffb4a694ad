import type { DataScope } from '@headwater/shared/contract';
import { table } from '@headwater/shared/testing';
import { rowsSeen } from './rows-seen.ts';

const orders = { id: 'tbl_orders', ...table() } as never;
const all = { filter: '', sort: '', columns: '' };
const entry = (...tables: NonNullable<DataScope[number]['tables']>): DataScope => [
  { sourceConnectionId: 'src_shop', tables },
];
const some = { tableName: 'orders', columns: ['id', 'gone'] };

test.each<[string, DataScope | null, ReturnType<typeof rowsSeen>]>([
  ['everything', null, all],
  ['a connection', [{ sourceConnectionId: 'src_shop', tables: null }], all],
  ['some columns, of which one is gone', entry(some), { ...all, columns: 'id' }],
  ['only columns that are gone', entry({ tableName: 'orders', columns: ['gone'] }), null],
  ['another table', entry({ tableName: 'people', columns: null }), null],
  ['twice, once all of it', entry(some, { tableName: 'orders', columns: null }), all],
  ['twice, in parts', entry(some, some), null],
])('a scope that shows %s', (_what, scope, rows) => {
  expect(rowsSeen(scope, orders)).toEqual(rows);
});
