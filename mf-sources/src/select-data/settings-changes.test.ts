import type { Masks } from '@headwater/shared/contract';
import { stream } from '../testing/fixtures.ts';
import { reviewOf } from './review.ts';
import {
  changedStream,
  hidesMore,
  startsOver,
  withSettings,
  type SettingsChanges,
} from './settings-changes.ts';

const NONE: SettingsChanges = new Map();
const orders = stream('orders', { isLoaded: true });
const edit = (change: object, saved: object) => [{ tableName: 'orders', change, saved }];

test('what is again as it is saved is no change', () => {
  const changed = withSettings(NONE, edit({ rowCap: 5, startFrom: '7' }, { rowCap: null, startFrom: null }));
  expect(changed.get('orders')).toEqual({
    now: { rowCap: 5, startFrom: '7' },
    before: { rowCap: null, startFrom: null },
  });
  const less = withSettings(changed, edit({ rowCap: null }, { rowCap: null }));
  expect(less.get('orders')).toEqual({ now: { startFrom: '7' }, before: { startFrom: null } });
  expect(withSettings(less, edit({ startFrom: null }, {})).size).toBe(0);
});

test('only a table that was loaded starts over, and not for an overlap or a key that it doesn’t use', () => {
  const changeOf = (now: object) => ({ now, before: {} });
  expect(startsOver(orders, changeOf({ masks: { email: 'hash' } }))).toBe(true);
  expect(startsOver(stream('new'), changeOf({ masks: { email: 'hash' } }))).toBe(false);
  expect(startsOver(orders, changeOf({ overlap: 60 }))).toBe(false);
  expect(startsOver(orders, changeOf({ primaryKey: ['name'] }))).toBe(false);
  const keyed = { ...orders, syncMode: 'incremental', destinationSyncMode: 'append_dedup' } as const;
  expect(startsOver(keyed, changeOf({ primaryKey: ['name'] }))).toBe(true);
});

test('a review has equal changes once, and says what they do to the rows', () => {
  const kept = {
    ...stream('log', { isLoaded: true, selected: true }),
    destinationSyncMode: 'history',
  } as const;
  const others = [stream('a', { selected: true }), stream('b', { selected: true })];
  const settings = withSettings(
    NONE,
    [...others, kept].map(({ tableName }) => ({
      tableName,
      change: { masks: { email: 'null' as const } },
      saved: { masks: {} },
    })),
  );
  const review = reviewOf([...others, kept, stream('c')], {
    selection: new Set(['a', 'log', 'c']),
    settings,
  });
  const names = (tables: readonly { tableName: string }[]) => tables.map(({ tableName }) => tableName);
  expect(names(review.added)).toEqual(['c']);
  expect(names(review.removed)).toEqual(['b']);
  expect(review.settings.map(({ tables }) => names(tables))).toEqual([['a', 'b', 'log']]);
  expect(review.settings[0]!.differences).toEqual([
    { setting: 'masks', before: {}, after: { email: 'null' } },
  ]);
  expect([names(review.startOver), names(review.replaced)]).toEqual([['log'], ['log']]);
  expect(names(review.unmasked)).toEqual(['log']);
});

test('two modes are one difference, and the list shows what will be saved', () => {
  const change = {
    syncMode: 'incremental',
    destinationSyncMode: 'append_dedup',
    cursorColumn: 'id',
  } as const;
  const saved = { syncMode: 'full_refresh', destinationSyncMode: 'overwrite', cursorColumn: null } as const;
  const settings = withSettings(NONE, edit(change, saved));
  expect(changedStream(orders, settings.get('orders'))).toEqual({ ...orders, ...change });
  const [group] = reviewOf([orders], { selection: new Set(), settings }).settings;
  expect(group!.differences).toEqual([
    { setting: 'way', before: 'replace', after: 'mirror' },
    { setting: 'cursorColumn', before: null, after: 'id' },
  ]);
});

test('a mask that hides more than before makes earlier versions unreadable', () => {
  const masked = (before: Masks, masks: Masks) => hidesMore({ before: { masks: before }, now: { masks } });
  expect(masked({}, { email: 'partial' })).toBe(true);
  expect(masked({ email: 'partial' }, { email: 'hash' })).toBe(true);
  expect(masked({ email: 'drop' }, { email: 'null' })).toBe(false);
  expect(masked({ email: 'hash' }, {})).toBe(false);
});
