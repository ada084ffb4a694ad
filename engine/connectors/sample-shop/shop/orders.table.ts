import { draw, pick } from './draws.ts';
import { NOTES } from './goods.words.ts';
import { channelOf } from './channels.ts';
import { ORDER_LIFE, orderOf, stageOf } from './orders.ts';
import { bigint, decimal, money, OPTIONAL, text, timestamp, type ShopTable } from './shop-table.ts';
import { storeCode } from './stores.table.ts';
import { secondText } from './time-text.ts';

/** A column that appears when the schema drifts. */
export const CAMPAIGN = text('campaign', OPTIONAL);
const CAMPAIGNS = [null, null, null, 'newsletter', 'search', 'social'];

export const orders: ShopTable = {
  name: 'orders',
  primaryKey: ['order_id'],
  cursor: 'updated_at',
  rowsEach: 1,
  rowBytes: 150,
  columns: [
    bigint('order_id'),
    bigint('customer_id'),
    text('channel'),
    text('store_code', OPTIONAL),
    text('status'),
    decimal('total', 12, 2),
    text('currency'),
    timestamp('placed_at'),
    timestamp('shipped_at', OPTIONAL),
    text('note', OPTIONAL),
    timestamp('updated_at'),
    CAMPAIGN,
  ],
  count: (shop) => shop.orderCount,
  firstChangedSince: (shop, time) => shop.firstOrderSince(time - ORDER_LIFE),
  rows(shop, thing, take) {
    const order = orderOf(shop, thing);
    if (!order) return;
    const salt = shop.salt('notes');
    const { status, changedAt } = stageOf(order, shop.now);
    take([
      order.id,
      order.customer + 1,
      channelOf(shop, order),
      order.store === null ? null : storeCode(order.store),
      status,
      money(order.total),
      order.country.currency,
      secondText(order.placedAt),
      order.shippedAt <= shop.now ? secondText(order.shippedAt) : null,
      draw(salt, thing, 0) < 0.03 ? pick(NOTES, draw(salt, thing, 1)) : null,
      secondText(changedAt),
      pick(CAMPAIGNS, draw(salt, thing, 2)),
    ]);
  },
};
