import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Shop, type ShopSettings } from './shop.ts';
import { SHOP_TABLES } from './tables.ts';
import type { Row, TableName } from './shop-table.ts';

const START = Date.parse('2026-03-01');
const DAY = 86_400_000;
const SETTINGS: ShopSettings = {
  size: 'small',
  seed: 1,
  start: START,
  ordersPerDay: 30,
  latePercent: 0,
  lateHours: 24,
  deletedPercent: 0,
};
const shopAt = (now: number, changes: Partial<ShopSettings> = {}) =>
  new Shop({ ...SETTINGS, ...changes }, now);

type Cells = Record<string, string | number | boolean | null>;

function rowsOf(shop: Shop, name: TableName): Cells[] {
  const table = SHOP_TABLES.find((each) => each.name === name)!;
  const rows: Cells[] = [];
  const take = (row: Row) =>
    rows.push(Object.fromEntries(table.columns.map((column, at) => [column.name, row[at]!])));
  const count = table.count(shop);
  for (let thing = 0; thing < count; thing += 1) table.rows(shop, thing, take);
  return rows;
}

const textOf = (shop: Shop) => JSON.stringify(SHOP_TABLES.map(({ name }) => rowsOf(shop, name)));

describe('the sample shop', () => {
  const shop = shopAt(START + 10 * DAY);
  const all = Object.fromEntries(SHOP_TABLES.map(({ name }) => [name, rowsOf(shop, name)])) as Record<
    TableName,
    Cells[]
  >;

  it('is the same each time, and another one with another seed', () => {
    assert.equal(textOf(shopAt(START)), textOf(shopAt(START)));
    assert.notEqual(textOf(shopAt(START)), textOf(shopAt(START, { seed: 2 })));
  });

  it('has the chosen size', () => {
    const rows = Object.values(all).reduce((sum, { length }) => sum + length, 0);
    assert.ok(rows > 80_000 && rows < 130_000, String(rows));
  });

  for (const { name, primaryKey, cursor, columns } of SHOP_TABLES) {
    it(`has in ${name} unique keys, NULL only where allowed, and nothing from the future`, () => {
      const rows = all[name];
      const keys = new Set(rows.map((row) => primaryKey.map((key) => row[key]).join('|')));
      assert.equal(keys.size, rows.length);
      for (const { name: column, nullable } of columns)
        assert.ok(nullable || rows.every((row) => row[column] !== null), column);
      const latest = rows
        .map((row) => String(row[cursor]))
        .reduce((one, other) => (one > other ? one : other));
      assert.ok(Date.parse(latest.replace('+00', 'Z')) <= shop.now, latest);
    });
  }

  it('has no reference to what isn’t there, or wasn’t yet', () => {
    const customers = new Map(all.customers.map((row) => [row.customer_id, String(row.created_at)]));
    const orders = new Map(all.orders.map((row) => [row.order_id, row]));
    const skus = new Set(all.products.map(({ sku }) => sku));
    const stores = new Set(all.stores.map(({ store_code }) => store_code));
    for (const { customer_id, store_code, placed_at } of all.orders) {
      assert.ok(customers.get(customer_id)! <= String(placed_at), String(customer_id));
      assert.ok(store_code === null || stores.has(store_code));
    }
    for (const { customer_id } of all.visits) assert.ok(customer_id === null || customers.has(customer_id));
    for (const { sku, order_id } of all.order_lines) assert.ok(skus.has(sku) && orders.has(order_id));
    for (const { order_id, amount } of all.payments) assert.equal(orders.get(order_id)!.total, amount);
    for (const { order_id, amount } of all.refunds)
      assert.ok(Number(orders.get(order_id)!.total) >= Number(amount));
  });

  it('sells by several channels, of which some grow faster than others', () => {
    const shares = (from: number, until: number) => {
      const some = all.orders.filter(({ placed_at }) => {
        const age = (Date.parse(String(placed_at).replace('+00', 'Z')) - shop.openedAt) / DAY;
        return age >= from && age < until;
      });
      for (const { channel, store_code } of some) assert.equal(channel === 'store', store_code !== null);
      return (name: string) => some.filter(({ channel }) => channel === name).length / some.length;
    };
    const [first, last] = [shares(0, 365), shares(365, 740)];
    for (const name of ['web', 'marketplace', 'app', 'phone', 'store']) {
      assert.ok(first(name) > 0.02, name);
      assert.ok(last(name) < 0.6, name);
    }
    assert.ok(last('marketplace') > first('marketplace') * 1.5);
    assert.ok(last('phone') < first('phone'));
    assert.ok(Math.abs(last('store') - first('store')) < 0.05);
  });

  it('has totals that are the sum of their lines', () => {
    const sums = new Map<unknown, number>();
    for (const { order_id, line_total } of all.order_lines)
      sums.set(order_id, (sums.get(order_id) ?? 0) + Math.round(Number(line_total) * 100));
    for (const { order_id, total } of all.orders)
      assert.equal(sums.get(order_id), Math.round(Number(total) * 100));
  });

  it('lives: as time goes on, orders are added and change, and none changes without its updated_at', () => {
    const before = new Map(rowsOf(shopAt(START + 10 * DAY), 'orders').map((row) => [row.order_id, row]));
    const now = START + 13 * DAY;
    let [added, changed] = [0, 0];
    for (const row of rowsOf(shopAt(now), 'orders')) {
      const former = before.get(row.order_id);
      if (!former) added += 1;
      else if (JSON.stringify(former) !== JSON.stringify(row)) {
        changed += 1;
        assert.ok(String(row.updated_at) > String(former.updated_at));
      }
    }
    assert.ok(added > 40 && changed > 40, `${added} ${changed}`);
  });

  it('finds all rows that have changed since a time from the first thing that may have', () => {
    const since = START + 8 * DAY;
    for (const { name, cursor, ...table } of SHOP_TABLES.filter((each) => each.firstChangedSince)) {
      const first = table.firstChangedSince!(shop, since);
      assert.ok(first > 0, name);
      for (let thing = 0; thing < first; thing += 1)
        table.rows(shop, thing, (row) => {
          const at = table.columns.findIndex((column) => column.name === cursor);
          assert.ok(Date.parse(String(row[at]).replace('+00', 'Z')) < since, name);
        });
    }
  });

  it('shows late orders later, with the time at which they were placed', () => {
    const late = { latePercent: 20, lateHours: 48 };
    const [onTime, delayed] = [rowsOf(shopAt(START), 'orders'), rowsOf(shopAt(START, late), 'orders')];
    assert.ok(delayed.length < onTime.length);
    const ids = new Set(delayed.map(({ order_id }) => order_id));
    const missing = onTime.filter(({ order_id }) => !ids.has(order_id));
    assert.ok(
      missing.every(({ placed_at }) => Date.parse(String(placed_at).replace('+00', 'Z')) > START - 2 * DAY),
    );
    const later = new Map(rowsOf(shopAt(START + 2 * DAY, late), 'orders').map((row) => [row.order_id, row]));
    assert.ok(missing.every(({ order_id, placed_at }) => later.get(order_id)!.placed_at === placed_at));
  });

  it('deletes orders with everything that belongs to them', () => {
    const some = shopAt(START, { deletedPercent: 10 });
    const orders = new Set(rowsOf(some, 'orders').map(({ order_id }) => order_id));
    assert.ok(orders.size < rowsOf(shopAt(START), 'orders').length * 0.95);
    for (const name of ['order_lines', 'payments', 'refunds'] as const)
      assert.ok(
        rowsOf(some, name).every(({ order_id }) => orders.has(order_id)),
        name,
      );
  });

  it('has no rows before it opens', () => {
    assert.deepEqual(
      SHOP_TABLES.map((table) => table.count(shopAt(START - 900 * DAY))),
      SHOP_TABLES.map(() => 0),
    );
  });
});
