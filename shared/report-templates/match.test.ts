import type { Column } from '../contract/index.ts';
import { TEMPLATES } from './library/index.ts';
import { dataOperations } from './library/data-operations.ts';
import { recurringRevenue } from './library/recurring-revenue.ts';
import { revenueOverview } from './library/revenue-overview.ts';
import { salesPipeline } from './library/sales-pipeline.ts';
import type { ReportTemplate } from './template.ts';
import { columnsFor, matchRoles, rankTables, readinessOf, type MatchedTable } from './match.ts';

const column = (name: string, type: string): Column => ({
  ...{ name, type, sourceType: type, nullable: true },
  kind:
    type === 'VARCHAR' ? 'text' : type === 'BIGINT' || type.startsWith('DECIMAL') ? 'number' : 'timestamp',
});
const tableOf = (tableName: string, types: Record<string, string>, rest: Partial<MatchedTable> = {}) => ({
  ...{ id: `tbl_${tableName}`, tableName, primaryKey: [], version: 3, rows: 1_000, ...rest },
  columns: Object.entries(types).map(([name, type]) => column(name, type)),
});
const ORDERS = {
  order_id: 'BIGINT',
  customer_id: 'BIGINT',
  status: 'VARCHAR',
  total: 'DECIMAL(12,2)',
  currency: 'VARCHAR',
  placed_at: 'TIMESTAMP',
  updated_at: 'TIMESTAMP',
  channel: 'VARCHAR',
};

describe('roles of a template', () => {
  test('get columns by kind and name, each column once', () => {
    const orders = tableOf('orders', ORDERS, { primaryKey: ['order_id'] });
    const found = [...matchRoles(revenueOverview, orders)].map(([role, { column: name }]) => [role, name]);
    expect(Object.fromEntries(found)).toEqual({
      ...{ date: 'placed_at', amount: 'total', status: 'status' },
      ...{ currency: 'currency', customer: 'customer_id', part: 'channel' },
    });
  });

  test('are less sure of a name that only has a telling part, however it is written', () => {
    const shop = tableOf('Sales', { OrderDate: 'DATE', 'Net Amount EUR': 'DECIMAL(12,2)', note: 'VARCHAR' });
    const found = matchRoles(revenueOverview, shop);
    expect(found.get('date')).toMatchObject({ column: 'OrderDate' });
    expect(found.get('date')!.confidence).toBeGreaterThan(0.8);
    expect(found.get('amount')).toMatchObject({ column: 'Net Amount EUR' });
    expect(found.get('amount')!.confidence).toBeLessThan(0.8);
  });

  test('never get a column of another kind, nor the key, nor one of the product’s own', () => {
    const odd = tableOf(
      'orders',
      { total: 'VARCHAR', amount: 'BIGINT', date: 'VARCHAR', _date: 'DATE' },
      {
        primaryKey: ['amount'],
      },
    );
    expect([...matchRoles(revenueOverview, odd).keys()]).toEqual([]);
    expect(columnsFor(revenueOverview.roles[0]!, odd)).toEqual([]);
  });
});

describe('a template', () => {
  const refunds = tableOf('refunds', { amount: 'DECIMAL(12,2)', created_at: 'TIMESTAMP', status: 'VARCHAR' });
  const orders = tableOf('orders', { total: 'DECIMAL(12,2)', placed_at: 'TIMESTAMP' });

  test('is ready by the table that is named like its subject, if that has what it needs', () => {
    expect(readinessOf(revenueOverview, [refunds, orders])).toMatchObject({
      ...{ state: 'ready', table: { tableName: 'orders' }, found: 2, missing: [] },
    });
    const half = tableOf('orders', { total: 'DECIMAL(12,2)' });
    expect(readinessOf(revenueOverview, [half, refunds]).table).toMatchObject({ tableName: 'refunds' });
    expect(rankTables(revenueOverview, [{ ...orders, version: null }, refunds])).toHaveLength(1);
  });

  test('over the workspace’s own runs reads no other table, and is ready once there is anything to sync', () => {
    const runs = {
      ...{ ended_at: 'TIMESTAMP', outcome: 'VARCHAR', connection: 'VARCHAR', duration_seconds: 'BIGINT' },
      ...{ rows_loaded: 'BIGINT', rows_rejected: 'BIGINT', bytes_written: 'BIGINT', failure: 'VARCHAR' },
    };
    const own = tableOf('sync_runs', runs, { selection: 'built_in' });
    const others = tableOf('sync_runs', runs, { selection: 'selected' });
    expect(readinessOf(dataOperations, [orders, own])).toMatchObject({
      state: 'ready',
      table: own,
      found: 8,
    });
    expect(readinessOf(dataOperations, [others])).toMatchObject({ state: 'ready', table: null, missing: [] });
    expect(rankTables(dataOperations, [orders, others])).toEqual([]);
    expect(readinessOf(dataOperations, [])).toMatchObject({ state: 'missing', table: null });
  });

  test('has the only date of a table that has something else it needs, whatever that date is called', () => {
    const found = (columns: Record<string, string>) =>
      matchRoles(revenueOverview, tableOf('orders', columns)).get('date');
    const only = { column: 'placed_on', confidence: 0.5, isOnly: true };
    expect(found({ total: 'DECIMAL(12,2)', placed_on: 'DATE' })).toEqual(only);
    expect(found({ total: 'DECIMAL(12,2)', placed_on: 'DATE', shipped_on: 'DATE' })).toBeUndefined();
    expect(found({ note: 'VARCHAR', placed_on: 'DATE' })).toBeUndefined();
  });

  test('reads the table of its subject rather than another one that has more of its optional columns', () => {
    const found = (...tables: MatchedTable[]) => readinessOf(recurringRevenue, tables).table?.tableName;
    const joined = tableOf('orders_with_accounts', { ...ORDERS, account_name: 'VARCHAR' });
    const named = tableOf('subscriptions', {
      account_id: 'BIGINT',
      mrr: 'DECIMAL(12,2)',
      started_at: 'DATE',
    });
    expect(found(joined, named)).toBe('subscriptions');
    // Its only date is meant, whatever it's called.
    const odd = tableOf('subscriptions', { account_id: 'BIGINT', price: 'DECIMAL(12,2)', since: 'DATE' });
    expect(found(joined, odd)).toBe('subscriptions');
    // What isn't there can't be read.
    expect(found(joined, tableOf('subscriptions', { account_id: 'BIGINT' }))).toBe('orders_with_accounts');
  });

  test('is named by words of a table, and not by parts of them', () => {
    const isNamed = ({ tables }: ReportTemplate, name: string) => tables.test(name);
    expect(isNamed(recurringRevenue, 'abos')).toBe(true);
    for (const name of ['about_us', 'labor_costs', 'sabotage'])
      expect(isNamed(recurringRevenue, name)).toBe(false);
    expect(isNamed(revenueOverview, 'borders')).toBe(false);
    expect(isNamed(salesPipeline, 'ideals')).toBe(false);
  });

  test('is almost ready, or needs a source, and says what is missing', () => {
    const half = readinessOf(revenueOverview, [tableOf('orders', { total: 'DECIMAL(12,2)' })]);
    expect(half).toMatchObject({ state: 'almost', missing: [{ id: 'date' }] });
    expect(readinessOf(salesPipeline, [orders])).toMatchObject({ state: 'missing', table: null });
    for (const template of TEMPLATES) expect(readinessOf(template, []).state).toBe('missing');
  });
});
