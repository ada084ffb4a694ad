import { between, draw, pick } from './draws.ts';
import { countryOf } from './customers.table.ts';
import { STORE_PLACES, type Country } from './people.words.ts';
import { priceAt, productOnSale } from './products.table.ts';
import type { Shop } from './shop.ts';
import { DAY, MINUTE, toSecond } from './time-text.ts';

/** An order with all that will ever happen to it. A time that never comes is Infinity. */
export interface Order {
  id: number;
  customer: number;
  country: Country;
  store: number | null;
  lines: readonly OrderLine[];
  /** In hundredths of the currency. */
  total: number;
  placedAt: number;
  paidAt: number;
  cancelledAt: number;
  shippedAt: number;
  deliveredAt: number;
  returnedAt: number;
}

export interface OrderLine {
  product: number;
  quantity: number;
  unitPrice: number;
  discountPercent: number | null;
}

/** The longest time from placing an order to the last change of it, its payment, or its refund. */
export const ORDER_LIFE = 45 * DAY;

/** Returns an order, or null if it isn’t in the database (yet, or anymore). */
export function orderOf(shop: Shop, order: number): Order | null {
  const placedAt = shop.orderedAt(order);
  if (!shop.hasOrder(order, placedAt)) return null;
  const salt = shop.salt('orders');
  const of = (use: number) => draw(salt, order, use);
  // Those who came early order most often.
  const customer = Math.floor(of(1) ** 1.5 * shop.customersBeforeOrder(order));
  const country = countryOf(shop.salt('customers'), customer);
  const lines = linesOf(shop, salt, order, placedAt, country);
  return {
    id: order + 1,
    customer,
    country,
    store: of(2) < 0.22 ? Math.floor(of(3) * STORE_PLACES.length) : null,
    lines,
    total: lines.reduce((sum, line) => sum + lineTotal(line), 0),
    placedAt,
    ...fateOf(placedAt, of),
  };
}

export const lineTotal = ({ quantity, unitPrice, discountPercent }: OrderLine): number =>
  Math.round((quantity * unitPrice * (100 - (discountPercent ?? 0))) / 100);

/** Returns what has happened to an order by now, and when it happened. */
export function stageOf(order: Order, now: number): { status: string; changedAt: number } {
  if (order.cancelledAt <= now) return { status: 'cancelled', changedAt: order.cancelledAt };
  if (order.returnedAt <= now) return { status: 'returned', changedAt: order.returnedAt };
  if (order.deliveredAt <= now) return { status: 'delivered', changedAt: order.deliveredAt };
  if (order.shippedAt <= now) return { status: 'shipped', changedAt: order.shippedAt };
  if (order.paidAt <= now) return { status: 'paid', changedAt: order.paidAt };
  return { status: 'placed', changedAt: order.placedAt };
}

function fateOf(placedAt: number, of: (use: number) => number) {
  const paidAt = toSecond(placedAt + between(1, 90, of(10) ** 4) * MINUTE);
  const isCancelled = of(11) < 0.04;
  const shippedAt = isCancelled ? Infinity : toSecond(paidAt + between(0.3, 4, of(12)) * DAY);
  const deliveredAt = toSecond(shippedAt + between(0.8, 6, of(13)) * DAY);
  const isReturned = of(14) < 0.06;
  return {
    paidAt,
    cancelledAt: isCancelled ? toSecond(paidAt + between(0.05, 2, of(15)) * DAY) : Infinity,
    shippedAt,
    deliveredAt,
    returnedAt: isReturned ? toSecond(deliveredAt + between(3, 21, of(16)) * DAY) : Infinity,
  };
}

const DISCOUNTS = [null, null, null, null, null, null, 5, 10, 10, 20];
const FIRST_LINE = 100;
const DRAWS_PER_LINE = 4;

function linesOf(shop: Shop, salt: number, order: number, placedAt: number, { rate }: Country): OrderLine[] {
  const productSalt = shop.salt('products');
  const lines: OrderLine[] = [];
  const count = 1 + Math.floor(draw(salt, order, 4) ** 2 * 5);
  for (let line = 0; line < count; line += 1) {
    const of = (use: number) => draw(salt, order, FIRST_LINE + line * DRAWS_PER_LINE + use);
    const product = productOnSale(shop, productSalt, of(0), placedAt);
    lines.push({
      product,
      quantity: 1 + Math.floor(of(1) ** 4 * 4),
      unitPrice: Math.round(priceAt(productSalt, product, placedAt) * rate),
      discountPercent: pick(DISCOUNTS, of(2)),
    });
  }
  return lines;
}
