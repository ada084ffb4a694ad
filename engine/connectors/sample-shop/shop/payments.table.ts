import { draw, pick } from './draws.ts';
import { ORDER_LIFE, orderOf, type Order } from './orders.ts';
import { bigint, decimal, money, OPTIONAL, text, timestamp, uuid, type ShopTable } from './shop-table.ts';
import { MINUTE, secondText } from './time-text.ts';

const METHODS = ['card', 'card', 'card', 'wallet', 'bank_transfer', 'invoice'];

/** Each order is paid. A few payments fail and are repeated. */
export const payments: ShopTable = {
  name: 'payments',
  primaryKey: ['payment_id'],
  cursor: 'updated_at',
  rowsEach: 1.05,
  rowBytes: 165,
  columns: [
    uuid('payment_id'),
    bigint('order_id'),
    text('method'),
    text('card_last4', OPTIONAL),
    text('status'),
    decimal('amount', 12, 2),
    text('currency'),
    decimal('fee', 12, 4, OPTIONAL),
    timestamp('created_at'),
    timestamp('updated_at'),
  ],
  count: (shop) => shop.orderCount,
  firstChangedSince: (shop, time) => shop.firstOrderSince(time - ORDER_LIFE),
  rows(shop, thing, take) {
    const order = orderOf(shop, thing);
    if (!order) return;
    const { now } = shop;
    const salt = shop.salt('payments');
    const of = (use: number) => draw(salt, thing, use);
    const method = pick(METHODS, of(1));
    const card = method === 'card' ? String(Math.floor(of(2) * 10_000)).padStart(4, '0') : null;
    const row = (attempt: number, status: string, fee: number | null, times: readonly [number, number]) => {
      const amount = money(order.total);
      const [created, updated] = times.map(secondText) as [string, string];
      const feeText = fee === null ? null : fee.toFixed(4);
      const id = uuidOf(salt, thing, attempt);
      take([id, order.id, method, card, status, amount, order.country.currency, feeText, created, updated]);
    };
    const failedAt = Math.min(order.paidAt, order.placedAt + MINUTE);
    if (of(3) < 0.05 && failedAt <= now) row(1, 'failed', null, [failedAt, failedAt]);
    if (order.paidAt > now) return;
    const [status, changedAt] = statusOf(order, now);
    const fee = status === 'authorized' ? null : (order.total / 100) * 0.014 + 0.25 * order.country.rate;
    row(2, status, fee, [order.paidAt, changedAt]);
  },
};

function statusOf(order: Order, now: number): [status: string, changedAt: number] {
  if (order.cancelledAt <= now) return ['voided', order.cancelledAt];
  if (order.returnedAt <= now) return ['refunded', order.returnedAt];
  return order.shippedAt <= now ? ['captured', order.shippedAt] : ['authorized', order.paidAt];
}

/** A version 4 UUID that always is the same. */
function uuidOf(salt: number, thing: number, attempt: number): string {
  const part = (use: number) =>
    Math.floor(draw(salt, thing, attempt * 10 + use) * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const [a, b, c, d] = [part(5), part(6), part(7), part(8)];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
}
