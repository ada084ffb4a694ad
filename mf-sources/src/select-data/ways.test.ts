import { DEFAULT_STREAM_SETTINGS } from '@headwater/shared/contract';
import {
  INTENTS,
  keepsMoreThanSource,
  settingsFor,
  wayFor,
  WAYS,
  wayOf,
  waysFor,
  waysOf,
  withWay,
} from './ways.ts';

const settings = DEFAULT_STREAM_SETTINGS;
const suggestion = { cursor: { column: 'updated_at', reason: 'time_of_change', misses: [] } } as const;
const keyed = { primaryKey: [], cursor: null, systemCursor: null };
const suggested = { cursor: { ...suggestion.cursor, misses: [] } };
const both = ['full_refresh', 'incremental'] as const;

test('every way leads to modes that stand for it', () => {
  for (const way of WAYS) expect(wayOf(withWay(settings, way, suggested))).toBe(way);
});

test('a way that needs a cursor gets the suggested one, unless another was chosen', () => {
  expect(withWay(settings, 'mirror', suggested).cursorColumn).toBe('updated_at');
  expect(withWay({ ...settings, cursorColumn: 'id' }, 'append', suggested).cursorColumn).toBe('id');
  expect(withWay(settings, 'append', { cursor: null }).cursorColumn).toBeNull();
});

test('a way without a cursor drops it, unless a start depends on it', () => {
  const chosen = { ...settings, cursorColumn: 'id' };
  expect(withWay(chosen, 'replace', suggested).cursorColumn).toBeNull();
  expect(withWay({ ...chosen, startFrom: '7' }, 'replace', suggested).cursorColumn).toBe('id');
});

test('without a column that can be a cursor, or a source that reads from one, all rows are read', () => {
  const whole = ['replace', 'history', 'snapshot'];
  expect(waysFor({ supportedSyncModes: [...both], cursorColumns: ['id'], suggestion: keyed })).toEqual([
    ...WAYS,
  ]);
  expect(waysFor({ supportedSyncModes: [...both], cursorColumns: [], suggestion: keyed })).toEqual(whole);
  expect(
    waysFor({
      supportedSyncModes: [...both],
      cursorColumns: [],
      suggestion: { ...keyed, systemCursor: 'xmin' },
    }),
  ).toEqual([...WAYS]);
  expect(waysFor({ supportedSyncModes: ['full_refresh'], cursorColumns: ['id'], suggestion: keyed })).toEqual(
    whole,
  );
});

test('tables of the list are kept as far as their keys and cursors allow', () => {
  const whole = { primaryKey: [], cursorColumn: null, suggestedCursor: null };
  const both = { primaryKey: ['id'], cursorColumn: null, suggestedCursor: 'updated_at' };
  expect(waysOf(whole)).toEqual(['replace', 'snapshot']);
  expect(waysOf(both)).toEqual([...WAYS]);
  expect(INTENTS.map((intent) => wayFor(whole, intent))).toEqual(['replace', null, null, 'snapshot']);
  expect(settingsFor(both, 'mirror')).toEqual({
    syncMode: 'incremental',
    destinationSyncMode: 'append_dedup',
    cursorColumn: 'updated_at',
  });
  expect(settingsFor({ ...both, cursorColumn: 'id' }, 'mirror').cursorColumn).toBe('id');
});

test('a mirror has no rows that the source doesn’t have', () => {
  const keeping = WAYS.filter((way) => keepsMoreThanSource(withWay(settings, way, suggested)));
  expect(keeping).toEqual(['append', 'history', 'snapshot']);
});
