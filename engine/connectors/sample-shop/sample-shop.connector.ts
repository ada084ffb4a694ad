import { checkStep } from '@headwater/protocol/check-step';
import { finding } from '@headwater/protocol/finding';
import type { Connector, DiscoveredStream } from '@headwater/protocol/protocol';
import { configurationOf, sampleShopSpecification } from './sample-shop.config.ts';
import { offeredTables, type OfferedTable } from './sample-shop.drift.ts';
import { preview, read, type Source } from './sample-shop.read.ts';
import { ShopRows } from './sample-shop.rows.ts';
import { Shop } from './shop/shop.ts';

/** A web shop that is made up row by row, and lives: a deterministic function of its configuration and the clock. */
export const sampleShop: Connector = {
  name: 'sample_shop',
  spec: () => sampleShopSpecification,
  keepsSecrets: () => true, // There are none.

  async *check(given) {
    const { shop: settings, drift } = configurationOf(given);
    yield checkStep('list', 'running');
    let started = performance.now();
    const shop = new Shop(settings, Date.now());
    const tables = offeredTables(drift, shop.now);
    yield checkStep('list', 'passed', {
      started,
      findings: [finding('tables_found', { tables: tables.length })],
    });
    yield checkStep('read_one_row', 'running');
    started = performance.now();
    const [first] = tables;
    const { rows } = firstRow(shop, first!);
    const code = rows > 0 ? 'row_read' : 'table_empty';
    yield checkStep('read_one_row', 'passed', { started, findings: [finding(code, { table: first!.name })] });
  },

  async discover(given) {
    const { shop: settings, drift } = configurationOf(given);
    const shop = new Shop(settings, Date.now());
    return Promise.resolve(offeredTables(drift, shop.now).map((table) => streamOf(shop, table)));
  },

  read: (given, catalog, states, context) => read(configurationOf(given), catalog, states, context),

  preview: (given, stream, rows, context) => preview(configurationOf(given), stream, rows, context),
};

function streamOf(shop: Shop, { name, table, columns }: OfferedTable): DiscoveredStream {
  const estimatedRows = Math.round(table.count(shop) * table.rowsEach);
  return {
    namespace: null,
    name,
    suggestedTableName: name,
    primaryKey: [...table.primaryKey],
    columns: columns.map(({ column }) => column),
    source: { table: name } satisfies Source,
    problem: null,
    findings: [],
    estimatedRows,
    estimatedBytes: estimatedRows * table.rowBytes,
  };
}

function firstRow(shop: Shop, { table, columns }: OfferedTable): ShopRows {
  const rows = new ShopRows({
    shop,
    table,
    columns,
    from: 0,
    rowsBefore: 0,
    wants: () => true,
    isDamaged: () => false,
  });
  rows.take(1);
  return rows;
}
