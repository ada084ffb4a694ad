import { ALL, countByStatus, filterOf, filterSources, withFilter } from './filter.ts';

const tables = { selectedTables: 2, missingTables: 0, lateAt: null };
const shop = {
  name: 'Shop',
  address: 'shop-db:5432/shop',
  connector: 'postgres',
  status: 'synced',
  ...tables,
} as const;
const till = {
  name: 'Till exports',
  address: 'till.csv',
  connector: 'csv',
  status: 'failed',
  ...tables,
} as const;
const all = [shop, till];

test('the filter is written to the URL and read from it', () => {
  const query = withFilter(new URLSearchParams('tab=x'), {
    status: 'failed',
    connector: 'csv',
    search: 'till',
  });
  expect(query.toString()).toBe('tab=x&status=failed&connector=csv&q=till');
  expect(filterOf(query)).toEqual({ status: 'failed', connector: 'csv', search: 'till' });
  expect(withFilter(query, ALL).toString()).toBe('tab=x');
});

test('a status that does not exist means all statuses', () => {
  expect(filterOf(new URLSearchParams('status=happy'))).toEqual(ALL);
});

test('finds by name, address, or connector within a status, ignoring case', () => {
  expect(filterSources(all, { ...ALL, status: null, search: ' SHOP-DB ' })).toEqual([shop]);
  expect(filterSources(all, { ...ALL, status: null, search: 'csv' })).toEqual([till]);
  expect(filterSources(all, { ...ALL, status: 'failed', search: '' })).toEqual([till]);
  expect(filterSources(all, { ...ALL, status: 'failed', search: 'shop' })).toEqual([]);
});

test('a pending connection that already has rows is delayed, not pending', () => {
  const behind = { ...shop, status: 'pending', missingTables: 1 } as const;
  const fresh = { ...till, status: 'pending', missingTables: 2 } as const;
  expect(filterSources([behind, fresh], { ...ALL, status: 'delayed', search: '' })).toEqual([behind]);
  expect(filterSources([behind, fresh], { ...ALL, status: 'pending', search: '' })).toEqual([fresh]);
  expect(filterOf(new URLSearchParams('status=delayed')).status).toBe('delayed');
});

test('finds the connections of one connector', () => {
  expect(filterSources(all, { ...ALL, connector: 'csv' })).toEqual([till]);
});

test('a synced connection whose rows are older than its target is delayed', () => {
  const late = { ...shop, lateAt: '2020-01-01T00:00:00Z' };
  const fresh = { ...shop, lateAt: '2999-01-01T00:00:00Z' };
  expect(filterSources([late, fresh], { ...ALL, status: 'delayed' })).toEqual([late]);
  expect(filterSources([{ ...late, status: 'running' as const }], { ...ALL, status: 'delayed' })).toEqual([]);
});

test('counts connections by status, most urgent first, and always includes the chosen status', () => {
  expect(countByStatus(all, null)).toEqual([
    { status: 'failed', count: 1 },
    { status: 'synced', count: 1 },
  ]);
  expect(countByStatus(all, 'queued').map(({ status }) => status)).toEqual(['failed', 'queued', 'synced']);
});
