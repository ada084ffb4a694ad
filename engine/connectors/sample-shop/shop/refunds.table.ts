import { between, draw, pick } from './draws.ts';
import { REFUND_REASONS } from './goods.words.ts';
import { ORDER_LIFE, orderOf } from './orders.ts';
import { bigint, decimal, money, text, timestamp, type ShopTable } from './shop-table.ts';
import { DAY, secondText, toSecond } from './time-text.ts';

export const refunds: ShopTable = {
  name: 'refunds',
  primaryKey: ['refund_id'],
  cursor: 'updated_at',
  rowsEach: 0.055,
  rowBytes: 110,
  columns: [
    text('refund_id'),
    bigint('order_id'),
    decimal('amount', 12, 2),
    text('currency'),
    text('reason'),
    text('status'),
    timestamp('requested_at'),
    timestamp('updated_at'),
  ],
  count: (shop) => shop.orderCount,
  firstChangedSince: (shop, time) => shop.firstOrderSince(time - ORDER_LIFE),
  rows(shop, thing, take) {
    const order = orderOf(shop, thing);
    if (!order || order.returnedAt > shop.now) return;
    const salt = shop.salt('refunds');
    const paidAt = toSecond(order.returnedAt + between(0.5, 5, draw(salt, thing, 1)) * DAY);
    const isPaid = paidAt <= shop.now;
    // Some keep a part of what they ordered.
    const share = draw(salt, thing, 2) < 0.7 ? 1 : between(0.2, 0.8, draw(salt, thing, 3));
    take([
      `R-${String(order.id).padStart(7, '0')}`,
      order.id,
      money(Math.round(order.total * share)),
      order.country.currency,
      pick(REFUND_REASONS, draw(salt, thing, 4)),
      isPaid ? 'paid' : 'requested',
      secondText(order.returnedAt),
      secondText(isPaid ? paidAt : order.returnedAt),
    ]);
  },
};
