import { countByStatus, filterOf, filterSources, withFilter } from './filter.ts';

const tables = { selectedTables: 2, missingTables: 0 };
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
  const query = withFilter(new URLSearchParams('tab=x'), { status: 'failed', search: 'till' });
  expect(query.toString()).toBe('tab=x&status=failed&q=till');
  expect(filterOf(query)).toEqual({ status: 'failed', search: 'till' });
  expect(withFilter(query, { status: null, search: '' }).toString()).toBe('tab=x');
});

test('a status that does not exist means all statuses', () => {
  expect(filterOf(new URLSearchParams('status=happy'))).toEqual({ status: null, search: '' });
});

test('finds by name, address, or connector within a status, ignoring case', () => {
  expect(filterSources(all, { status: null, search: ' SHOP-DB ' })).toEqual([shop]);
  expect(filterSources(all, { status: null, search: 'csv' })).toEqual([till]);
  expect(filterSources(all, { status: 'failed', search: '' })).toEqual([till]);
  expect(filterSources(all, { status: 'failed', search: 'shop' })).toEqual([]);
});

test('a pending connection that already has rows is delayed, not pending', () => {
  const behind = { ...shop, status: 'pending', missingTables: 1 } as const;
  const fresh = { ...till, status: 'pending', missingTables: 2 } as const;
  expect(filterSources([behind, fresh], { status: 'delayed', search: '' })).toEqual([behind]);
  expect(filterSources([behind, fresh], { status: 'pending', search: '' })).toEqual([fresh]);
  expect(filterOf(new URLSearchParams('status=delayed')).status).toBe('delayed');
});

test('counts connections by status, most urgent first, and always includes the chosen status', () => {
  expect(countByStatus(all, null)).toEqual([
    { status: 'failed', count: 1 },
    { status: 'synced', count: 1 },
  ]);
  expect(countByStatus(all, 'queued').map(({ status }) => status)).toEqual(['failed', 'queued', 'synced']);
});
