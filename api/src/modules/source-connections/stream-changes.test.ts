import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { columnChanges, noteChanges } from './stream-changes.ts';

const table = (columns: Record<string, string>, selected = true) => ({
  columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
  selected,
});
const orders = table({ id: 'BIGINT', total: 'DOUBLE' });
const catalog = (tables: Record<string, ReturnType<typeof table>>) => new Map(Object.entries(tables));

const columnsOf = (columns: Record<string, string>) => table(columns).columns;

describe('what is stored to report the changes of a source', () => {
  const stores = table({ id: 'BIGINT' });

  test('is the former state of tables that were added, removed, or changed', () => {
    const before = catalog({ orders, stores, same: stores });
    const changed = table({ id: 'BIGINT', total: 'VARCHAR' });
    const now = catalog({ orders: changed, refunds: orders, same: stores });
    assert.deepEqual(
      noteChanges(new Map(), before, now),
      new Map<string, object | null>([
        ['orders', { ...orders, lost: true }],
        ['stores', stores],
        ['refunds', null],
      ]),
    );
  });

  test('accumulates until someone acknowledges it, and disappears if the changes are undone', () => {
    const first = catalog({ orders });
    const second = catalog({ orders: table({ id: 'BIGINT' }) });
    const third = catalog({ orders: table({ id: 'VARCHAR' }), stores });
    const noted = noteChanges(noteChanges(new Map(), first, second), second, third);
    assert.deepEqual(
      noted,
      new Map<string, object | null>([
        ['orders', { ...orders, lost: true }],
        ['stores', null],
      ]),
    );
    assert.equal(noteChanges(noted, third, first).size, 0);
  });

  test('is marked as lost if a column was removed or changed, but not if one was added', () => {
    const more = catalog({ orders: table({ id: 'BIGINT', total: 'DOUBLE', paid: 'BOOLEAN' }) });
    const noted = noteChanges(new Map(), catalog({ orders }), more);
    assert.equal(noted.get('orders')?.lost, false);
    const changed = catalog({ orders: table({ id: 'BIGINT', total: 'VARCHAR', paid: 'BOOLEAN' }) });
    assert.equal(noteChanges(noted, more, changed).get('orders')?.lost, true);
  });

  test('ignores the order of columns', () => {
    const now = catalog({ orders: table({ total: 'DOUBLE', id: 'BIGINT' }) });
    assert.equal(noteChanges(new Map(), catalog({ orders }), now).size, 0);
  });
});

test('columns that were added, removed, or have another type are counted, and the first ones are named', () => {
  const former = columnsOf({ id: 'BIGINT', total: 'DOUBLE', gone: 'DATE' });
  assert.deepEqual(columnChanges(former, columnsOf({ id: 'BIGINT', total: 'VARCHAR', paid: 'BOOLEAN' })), {
    addedColumns: { total: 1, first: ['paid'] },
    removedColumns: { total: 1, first: ['gone'] },
    retypedColumns: { total: 1, first: [{ name: 'total', from: 'DOUBLE', to: 'VARCHAR' }] },
  });
  const many = columnsOf(Object.fromEntries(Array.from({ length: 1_600 }, (_, at) => [`c${at}`, 'DATE'])));
  const { removedColumns } = columnChanges(many, []);
  assert.equal(removedColumns.total, 1_600);
  assert.ok(removedColumns.first.length < 10);
});
