import { ORDER_LIFE, lineTotal, orderOf } from './orders.ts';
import { skuOf } from './products.table.ts';
import { bigint, decimal, integer, money, OPTIONAL, text, timestamp, type ShopTable } from './shop-table.ts';
import { secondText } from './time-text.ts';

/** Lines never change, so they have the time of their order. */
export const orderLines: ShopTable = {
  name: 'order_lines',
  primaryKey: ['order_id', 'line'],
  cursor: 'created_at',
  rowsEach: 2.2,
  rowBytes: 80,
  columns: [
    bigint('order_id'),
    integer('line'),
    text('sku'),
    integer('quantity'),
    decimal('unit_price', 10, 2),
    decimal('discount', 4, 2, OPTIONAL),
    decimal('line_total', 12, 2),
    timestamp('created_at'),
  ],
  count: (shop) => shop.orderCount,
  firstChangedSince: (shop, time) => shop.firstOrderSince(time - ORDER_LIFE),
  rows(shop, thing, take) {
    const order = orderOf(shop, thing);
    if (!order) return;
    const placedAt = secondText(order.placedAt);
    order.lines.forEach((line, at) => {
      const { product, quantity, unitPrice, discountPercent } = line;
      const discount = discountPercent === null ? null : money(discountPercent);
      const total = money(lineTotal(line));
      take([order.id, at + 1, skuOf(product), quantity, money(unitPrice), discount, total, placedAt]);
    });
  },
};
