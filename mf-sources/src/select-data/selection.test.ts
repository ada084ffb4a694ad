import type { CatalogStream } from '@headwater/shared/contract';
import { changesOf, savedSelection, shownStreams, totalsOf, withTables } from './selection.ts';

const stream = (tableName: string, rest: Partial<CatalogStream> = {}): CatalogStream => ({
  namespace: 'public',
  name: tableName,
  tableName,
  columns: [{ name: 'id', kind: 'number', type: 'BIGINT', sourceType: 'bigint', nullable: false }],
  primaryKey: ['id'],
  estimatedRows: 10,
  estimatedBytes: 1000,
  selected: false,
  problem: null,
  findings: [],
  ...rest,
});
const email = { name: 'Email', kind: 'text', type: 'VARCHAR', sourceType: 'text', nullable: true } as const;
const problem = { message: 'The file is empty.' } as CatalogStream['problem'];

const orders = stream('orders', { selected: true });
const customers = stream('customers', { columns: [email], estimatedRows: 5, estimatedBytes: 200 });
const events = stream('audit.events', { namespace: 'audit', estimatedRows: null, estimatedBytes: null });
const broken = stream('broken', { problem });
const all = [orders, customers, events, broken];
const names = (streams: readonly CatalogStream[]) => streams.map((one) => one.tableName);

test('begins with what is saved and knows what differs from it', () => {
  const saved = savedSelection(all);
  expect([...saved]).toEqual(['orders']);
  expect(changesOf(all, saved)).toEqual([]);
  const next = withTables(withTables(saved, [customers], true), [orders], false);
  expect(changesOf(all, next)).toEqual(['orders', 'customers']);
  expect([...saved]).toEqual(['orders']);
});

test('all at once passes over a table that cannot be read, and can still switch it off', () => {
  expect([...withTables(new Set(), all, true)]).toEqual(['orders', 'customers', 'audit.events']);
  expect([...withTables(new Set(['broken']), [broken], false)]).toEqual([]);
});

test('tabs and search narrow together; a column’s name finds its table, whatever the case', () => {
  const chosen = new Set(['orders']);
  expect(names(shownStreams(all, chosen, { tab: 'selected', search: '' }))).toEqual(['orders']);
  expect(names(shownStreams(all, chosen, { tab: 'not-selected', search: 'e' }))).toEqual([
    'customers',
    'audit.events',
    'broken',
  ]);
  expect(names(shownStreams(all, chosen, { tab: 'all', search: ' EMAIL ' }))).toEqual(['customers']);
  expect(shownStreams(all, chosen, { tab: 'selected', search: 'email' })).toEqual([]);
});

test('sums say when they are only a lower bound', () => {
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
