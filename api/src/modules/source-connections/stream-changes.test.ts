import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeChanges, noteChanges } from './stream-changes.ts';

const table = (columns: Record<string, string>, selected = true) => ({
  columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
  selected,
});
const orders = table({ id: 'BIGINT', total: 'DOUBLE' });
const catalog = (tables: Record<string, ReturnType<typeof table>>) => new Map(Object.entries(tables));

describe('changes of a source', () => {
  test('are its tables and columns that came, went or have another type', () => {
    const before = catalog({ orders, stores: table({ id: 'BIGINT' }), old: table({ id: 'BIGINT' }, false) });
    const now = catalog({
      orders: table({ id: 'BIGINT', total: 'VARCHAR', paid: 'BOOLEAN' }),
      refunds: orders,
    });
    assert.deepEqual(describeChanges(noteChanges(new Map(), before, now), now), {
      addedTables: ['refunds'],
      removedTables: [
        { tableName: 'stores', wasSelected: true },
        { tableName: 'old', wasSelected: false },
      ],
      changedTables: [
        {
          tableName: 'orders',
          selected: true,
          addedColumns: ['paid'],
          removedColumns: [],
          retypedColumns: [{ name: 'total', from: 'DOUBLE', to: 'VARCHAR' }],
        },
      ],
    });
  });

  test('add up until somebody takes note of them, and vanish with what is as it was again', () => {
    const first = catalog({ orders });
    const second = catalog({ orders: table({ id: 'BIGINT' }) });
    const third = catalog({ orders: table({ id: 'VARCHAR' }), stores: orders });
    const noted = noteChanges(noteChanges(new Map(), first, second), second, third);
    const changes = describeChanges(noted, third)!;
    assert.deepEqual(changes.addedTables, ['stores']);
    assert.deepEqual(changes.changedTables[0]!.removedColumns, ['total']);
    assert.deepEqual(changes.changedTables[0]!.retypedColumns, [
      { name: 'id', from: 'BIGINT', to: 'VARCHAR' },
    ]);
    assert.equal(describeChanges(noteChanges(noted, third, first), first), null);
  });

  test('say nothing of the order of columns', () => {
    const now = catalog({ orders: table({ total: 'DOUBLE', id: 'BIGINT' }) });
    assert.equal(describeChanges(noteChanges(new Map(), catalog({ orders }), now), now), null);
  });
});
