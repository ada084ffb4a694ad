import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_STREAM_SETTINGS, type StreamSettings } from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { Refusal } from '@headwater/base/refusals/refusal';
import { requireUsableSettings } from './stream-settings.rules.ts';

const column = (name: string, type: string): StreamColumn => ({
  name,
  type,
  kind: 'text',
  sourceType: type.toLowerCase(),
  nullable: false,
  encoding: 'value',
});
const stream = {
  columns: [
    column('id', 'BIGINT'),
    column('updated_at', 'TIMESTAMP WITH TIME ZONE'),
    column('email', 'VARCHAR'),
    column('a/b', 'VARCHAR'),
  ],
  primaryKey: ['id'],
  systemCursor: null as 'xmin' | null,
  masks: { lost: 'hash' as const },
};
const mirror = {
  syncMode: 'incremental',
  destinationSyncMode: 'append_dedup',
  cursorColumn: 'updated_at',
} as const;
const both = { supportedSyncModes: ['full_refresh', 'incremental'] } as const;

function faultsOf(
  change: Partial<StreamSettings>,
  of = stream,
  connector: Parameters<typeof requireUsableSettings>[2] = both,
) {
  try {
    requireUsableSettings({ ...DEFAULT_STREAM_SETTINGS, ...change }, of, connector);
    return [];
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.faults.map(({ code, pointer }) => [code, pointer?.replace('/data/attributes/', '')]);
  }
}

describe('settings of a stream are accepted', () => {
  const accepted: [string, Partial<StreamSettings>][] = [
    ['for a table that is read as a whole', {}],
    ['for a mirror that is kept up to date by key and cursor', mirror],
    [
      'with a start, a filter, and masks',
      {
        ...mirror,
        startFrom: '2026-01-01',
        rowFilter: [{ column: 'id', operator: 'greater', values: ['7'] }],
        masks: { email: 'hash', 'a/b': 'drop' },
      },
    ],
    ['for a history of a table that is read as a whole', { destinationSyncMode: 'history' }],
    ['with the mask of a column that the source has lost', { masks: { lost: 'hash' } }],
    ['with a key that the source doesn’t have', { ...mirror, primaryKey: ['email', 'a/b'] }],
  ];
  test('for a cursor that isn’t a column, if the source has it', () => {
    const byXmin = { ...mirror, cursorColumn: 'xmin' };
    const versioned = { ...stream, systemCursor: 'xmin' as const };
    assert.deepEqual(faultsOf(byXmin, versioned), []);
    assert.deepEqual(faultsOf(byXmin), [['column_unknown', 'cursorColumn']]);
    const started = faultsOf({ ...byXmin, startFrom: '7' }, versioned);
    assert.deepEqual(started, [['start_needs_cursor', 'startFrom']]);
  });

  for (const [title, change] of accepted) test(title, () => assert.deepEqual(faultsOf(change), []));
});

describe('settings of a stream are refused', () => {
  const keyless = { ...stream, primaryKey: [] };
  test('if the source can’t read from a cursor', () => {
    const fault = [['sync_mode_unsupported', 'syncMode']];
    assert.deepEqual(faultsOf(mirror, stream, { supportedSyncModes: ['full_refresh'] }), fault);
  });

  test('if rows would be replaced of which only the new ones are read', () => {
    const change = { ...mirror, destinationSyncMode: 'overwrite' } as const;
    assert.deepEqual(faultsOf(change), [['sync_modes_incompatible', 'destinationSyncMode']]);
  });

  test('without the key or the cursor that they need', () => {
    assert.deepEqual(faultsOf({ ...mirror, cursorColumn: null }, keyless), [
      ['key_needed', 'primaryKey'],
      ['cursor_needed', 'cursorColumn'],
    ]);
  });

  test('for columns that don’t exist or don’t fit', () => {
    assert.deepEqual(
      faultsOf({
        ...mirror,
        primaryKey: ['id', 'gone'],
        cursorColumn: 'email',
        rowFilter: [
          { column: 'id', operator: 'equals', values: ['seven'] },
          { column: 'gone', operator: 'is_null', values: [] },
          { column: 'id', operator: 'less_or_equal', values: [''] },
          { column: 'email', operator: 'less_or_equal', values: ['m'] },
        ],
        masks: { gone: 'null' },
      }),
      [
        ['column_unknown', 'primaryKey'],
        ['cursor_without_order', 'cursorColumn'],
        ['condition_value_invalid', 'rowFilter/0/values'],
        ['column_unknown', 'rowFilter/1'],
        ['condition_value_invalid', 'rowFilter/2/values'],
        ['condition_unusable', 'rowFilter/3/operator'],
        ['column_unknown', 'masks/gone'],
      ],
    );
  });

  test('for a start without a cursor, or one that isn’t a value of it', () => {
    assert.deepEqual(faultsOf({ startFrom: '2026-01-01' }), [['start_needs_cursor', 'startFrom']]);
    assert.deepEqual(faultsOf({ ...mirror, startFrom: '2026-02-30' }), [['start_invalid', 'startFrom']]);
  });

  test('for a mask on the key or the cursor, by pointers that name the column', () => {
    const slash = { ...stream, primaryKey: ['a/b'] };
    assert.deepEqual(faultsOf({ ...mirror, masks: { 'a/b': 'hash', updated_at: 'null' } }, slash), [
      ['mask_on_key', 'masks/a~1b'],
      ['mask_on_key', 'masks/updated_at'],
    ]);
  });

  test('if no column is left', () => {
    const masks = { id: 'drop', updated_at: 'drop', email: 'drop', 'a/b': 'drop' } as const;
    assert.deepEqual(faultsOf({ masks }, keyless), [['no_columns_left', 'masks']]);
  });
});
