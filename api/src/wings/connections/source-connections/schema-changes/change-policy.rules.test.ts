import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ColumnKind, DependentType } from '@headwater/shared/contract';
import type { Encoding, StreamColumn } from '@headwater/protocol/protocol';
import { appliesItself, holdsTable, isBreaking, pauses } from './change-policy.rules.ts';
import { diffOf, type SchemaDiff, type StreamSchema } from './schema-diff.ts';

const column = (
  name: string,
  type = 'BIGINT',
  kind: ColumnKind = 'number',
  encoding: Encoding = 'value',
) => ({
  name,
  type,
  kind,
  encoding,
  sourceType: type.toLowerCase(),
  nullable: false,
});
const table = (columns: StreamColumn[], primaryKey: string[] = []): StreamSchema => ({ columns, primaryKey });
const text = (name: string) => column(name, 'VARCHAR', 'text');

describe('the difference between two states of a table', () => {
  test('lists new, lost, and changed columns, whatever their order, and the key', () => {
    const before = table([column('id'), column('total', 'INTEGER'), text('phone')], ['id']);
    const now = table([column('total', 'BIGINT'), { ...column('id'), nullable: true }, text('channel')]);
    assert.deepEqual(diffOf(before, now), {
      table: null,
      added: [{ name: 'channel', type: 'varchar' }],
      removed: [{ name: 'phone', type: 'varchar' }],
      retyped: [{ name: 'total', from: 'integer', to: 'bigint', change: 'widened' }],
      nullability: [{ name: 'id', nullable: true }],
      key: { from: ['id'], to: [] },
    });
    assert.equal(diffOf(before, table(before.columns.toReversed(), ['id'])), null);
  });

  test('says whether values still fit', () => {
    const change = (from: StreamColumn, to: StreamColumn) =>
      diffOf(table([from]), table([to]))?.retyped[0]?.change;
    const number = (type: string) => column('a', type);
    const unbounded = column('a', 'VARCHAR', 'number', 'widest_decimal');
    assert.equal(change(number('INTEGER'), number('BIGINT')), 'widened');
    assert.equal(change(number('BIGINT'), number('INTEGER')), 'narrowed');
    assert.equal(change(number('DECIMAL(10,2)'), number('DECIMAL(12,2)')), 'widened');
    assert.equal(change(number('DECIMAL(10,2)'), number('DECIMAL(12,1)')), 'widened');
    assert.equal(change(number('DECIMAL(10,2)'), number('DECIMAL(8,2)')), 'narrowed');
    assert.equal(change(number('DECIMAL(10,2)'), unbounded), 'widened');
    assert.equal(change(unbounded, number('BIGINT')), 'narrowed');
    assert.equal(change(column('a', 'DATE', 'date'), column('a', 'TIMESTAMP', 'timestamp')), 'widened');
    assert.equal(change(text('a'), number('BIGINT')), 'narrowed');
    assert.equal(change(number('BIGINT'), text('a')), 'changed');
    assert.equal(change(number('BIGINT'), column('a', 'DATE', 'date')), 'changed');
    assert.equal(change(unbounded, text('a')), 'changed');
  });
});

describe('a change', () => {
  const orders = table([column('id'), column('at'), text('note')], ['id']);
  const changed = (...columns: StreamColumn[]): SchemaDiff => diffOf(orders, table(columns, ['id']))!;
  const uses = (...pairs: [DependentType, string][]) => ({
    uses: pairs.map(([type, name]) => ({ type, column: name })),
    followsSourceKey: false,
  });
  const withoutNote = changed(column('id'), column('at'));
  const [id, at, note] = orders.columns as [StreamColumn, StreamColumn, StreamColumn];

  test('is breaking if it takes away what something needs', () => {
    assert.equal(isBreaking(withoutNote, uses()), false);
    assert.equal(isBreaking(withoutNote, uses(['stream_mask', 'note'], ['stream_cursor', 'at'])), false);
    assert.equal(isBreaking(withoutNote, uses(['stream_filter', 'note'])), true);
    assert.equal(isBreaking(changed(id, note), uses(['stream_cursor', 'at'])), true);
    assert.equal(isBreaking(diffOf(orders, null)!, uses()), true);
    assert.equal(isBreaking(diffOf(null, orders)!, uses()), false);
    assert.equal(isBreaking(changed(id, column('at', 'INTEGER'), note), uses()), true);
    assert.equal(isBreaking(changed(id, column('at', 'DOUBLE'), note), uses()), true);
    assert.equal(isBreaking(changed(id, at, note, text('more')), uses(['schedule', ''])), false);
  });

  test('of the key is breaking if rows are recognized by whatever key the source has', () => {
    const rekeyed = diffOf(orders, table([...orders.columns], ['id', 'at']))!;
    assert.equal(isBreaking(rekeyed, { uses: [], followsSourceKey: false }), false);
    assert.equal(isBreaking(rekeyed, { uses: [], followsSourceKey: true }), true);
    assert.equal(pauses(rekeyed, { uses: [], followsSourceKey: true }, 'propagate_all'), true);
  });

  test('pauses the connection if rows could be missed or would not fit, or if the policy wants that', () => {
    assert.equal(pauses(withoutNote, uses(['stream_filter', 'note']), 'approve'), false);
    assert.equal(pauses(changed(id, note), uses(['stream_cursor', 'at']), 'approve'), true);
    assert.equal(pauses(changed(id, column('at', 'INTEGER'), note), uses(), 'propagate_columns'), true);
    assert.equal(pauses(diffOf(orders, null)!, uses(), 'propagate_columns'), false);
    assert.equal(pauses(diffOf(null, orders)!, uses(), 'pause'), true);
  });

  test('applies by itself only if it breaks nothing and the policy says so', () => {
    assert.deepEqual(
      (['propagate_columns', 'propagate_all', 'approve', 'pause'] as const).map((policy) =>
        [false, true].map((breaking) => appliesItself(breaking, policy)),
      ),
      [
        [true, false],
        [true, false],
        [false, false],
        [false, false],
      ],
    );
  });

  test('holds the table back unless its columns stay as they are', () => {
    assert.equal(holdsTable(changed(id, at, note, text('more')), false), false);
    assert.equal(holdsTable(changed({ ...id, nullable: true }, at, note), false), false);
    assert.equal(holdsTable(withoutNote, false), true);
    assert.equal(holdsTable(changed(id, column('at', 'DECIMAL(38,2)'), note), false), true);
    assert.equal(holdsTable(diffOf(null, orders)!, false), false);
  });
});
