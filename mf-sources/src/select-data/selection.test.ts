import type { CatalogStream } from '@headwater/shared/contract';
import {
  changeOf,
  changesOf,
  savedSelection,
  shownStreams,
  totalsOf,
  withSelection,
  withTables,
} from './selection.ts';

const stream = (tableName: string, rest: Partial<CatalogStream> = {}): CatalogStream => ({
  namespace: 'public',
  name: tableName,
  tableName,
  columnCount: 1,
  primaryKey: ['id'],
  estimatedRows: 10,
  estimatedBytes: 1000,
  selected: false,
  syncMode: 'full_refresh',
  destinationSyncMode: 'overwrite',
  cursorColumn: null,
  droppedColumns: 0,
  suggestedCursor: null,
  change: null,
  isLoaded: false,
  comment: null,
  problem: null,
  findings: [],
  ...rest,
});
const problem = { message: 'The file is empty.' } as CatalogStream['problem'];

const orders = stream('orders', { selected: true });
const customers = stream('customers', { estimatedRows: 5, estimatedBytes: 200 });
const events = stream('audit.events', { namespace: 'audit', estimatedRows: null, estimatedBytes: null });
const broken = stream('broken', { problem });
const all = [orders, customers, events, broken];
const none = new Map();
const email = new Map([['customers', { total: 1, first: ['Email'] }]]);
const names = (streams: readonly CatalogStream[]) => streams.map((one) => one.tableName);

test('starts with the saved selection and lists what differs from it', () => {
  const saved = savedSelection(all);
  expect([...saved]).toEqual(['orders']);
  expect(changesOf(all, saved)).toEqual([]);
  const next = withTables(withTables(saved, [customers], true), [orders], false);
  expect(changesOf(all, next)).toEqual(['orders', 'customers']);
  expect([...saved]).toEqual(['orders']);
  expect(changeOf(all, next)).toEqual({ add: ['customers'], remove: ['orders'] });
  expect(savedSelection(withSelection(all, next))).toEqual(next);
});

test('switching all on skips a table that cannot be read, which can still be switched off', () => {
  expect([...withTables(new Set(), all, true)]).toEqual(['orders', 'customers', 'audit.events']);
  expect([...withTables(new Set(['broken']), [broken], false)]).toEqual([]);
});

test('the tab and the search combine, and a column’s name finds its table', () => {
  const chosen = new Set(['orders']);
  expect(
    names(
      shownStreams(
        all,
        { selection: chosen, changed: new Set(['customers']) },
        { tab: 'selected', search: '' },
        none,
      ),
    ),
  ).toEqual(['orders']);
  expect(
    names(
      shownStreams(
        all,
        { selection: chosen, changed: new Set(['customers']) },
        { tab: 'not-selected', search: 'e' },
        none,
      ),
    ),
  ).toEqual(['customers', 'audit.events', 'broken']);
  expect(
    names(
      shownStreams(
        all,
        { selection: chosen, changed: new Set(['customers']) },
        { tab: 'all', search: ' EMAIL ' },
        email,
      ),
    ),
  ).toEqual(['customers']);
  expect(
    names(
      shownStreams(
        all,
        { selection: chosen, changed: new Set(['customers']) },
        { tab: 'changed', search: '' },
        none,
      ),
    ),
  ).toEqual(['customers']);
  expect(
    shownStreams(
      all,
      { selection: chosen, changed: new Set(['customers']) },
      { tab: 'selected', search: 'email' },
      email,
    ),
  ).toEqual([]);
});

test('totals are marked as incomplete if a table has no estimate', () => {
  expect(totalsOf(all, new Set(['orders', 'customers']))).toEqual({
    tables: 2,
    rows: 15,
    bytes: 1200,
    complete: true,
  });
  expect(totalsOf(all, new Set(['orders', 'audit.events']))).toEqual({
    tables: 2,
    rows: 10,
    bytes: 1000,
    complete: false,
  });
});
