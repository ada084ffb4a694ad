import { between, draw, pick } from './draws.ts';
import { MODELS } from './goods.words.ts';
import {
  date,
  decimal,
  double,
  integer,
  json,
  OPTIONAL,
  text,
  timestamp,
  type ShopTable,
} from './shop-table.ts';
import { money } from './shop-table.ts';
import type { Shop } from './shop.ts';
import { DAY, dateText, secondText, toSecond } from './time-text.ts';

export const skuOf = (product: number): string => String(1000 + product).padStart(8, '0');

/** Returns the list price in cents of a euro at a time. Prices change every two to four months. */
export function priceAt(salt: number, product: number, time: number): number {
  const period = between(60, 120, draw(salt, product, 1)) * DAY;
  const change = Math.floor(time / period);
  return (
    Math.round(MODELS[product]!.price * between(0.85, 1.2, draw(salt, product, 1_000 + change))) * 100 - 5
  );
}

/** Returns when a product left the shop, or will. Infinity for most of them. */
function discontinuedAt(shop: Shop, salt: number, product: number): number {
  if (draw(salt, product, 2) >= 0.08) return Infinity;
  return shop.openedAt + between(200, 1_500, draw(salt, product, 3)) * DAY;
}

/** Returns a product that was on sale at a time. */
export function productOnSale(shop: Shop, salt: number, drawn: number, time: number): number {
  let product = Math.floor(drawn ** 1.3 * MODELS.length);
  while (discontinuedAt(shop, salt, product) <= time) product = (product + 1) % MODELS.length;
  return product;
}

export const products: ShopTable = {
  name: 'products',
  primaryKey: ['sku'],
  cursor: 'updated_at',
  rowsEach: 1,
  rowBytes: 160,
  columns: [
    text('sku'),
    text('name'),
    text('category'),
    decimal('list_price', 10, 2),
    integer('weight_grams', OPTIONAL),
    double('rating', OPTIONAL),
    json('attributes'),
    date('discontinued_on', OPTIONAL),
    timestamp('created_at'),
    timestamp('updated_at'),
  ],
  count: ({ openedAt, now }) => (openedAt <= now ? MODELS.length : 0),
  rows(shop, product, take) {
    const salt = shop.salt('products');
    const of = (use: number) => draw(salt, product, use);
    const { name, category, color, grams } = MODELS[product]!;
    const created = toSecond(shop.openedAt - between(1, 90, of(4)) * DAY);
    const period = between(60, 120, of(1)) * DAY;
    const repriced = toSecond(Math.ceil((Math.floor(shop.now / period) * period) / 1_000) * 1_000);
    const gone = discontinuedAt(shop, salt, product);
    const isGone = gone <= shop.now;
    take([
      skuOf(product),
      name,
      category,
      money(priceAt(salt, product, isGone ? gone : shop.now)),
      grams,
      of(5) < 0.1 ? null : Math.round(between(31, 50, of(6))) / 10,
      JSON.stringify({
        color,
        warranty_years: 1 + Math.floor(of(7) * 5),
        materials: [
          pick(['wool', 'nylon', 'steel', 'cotton'], of(8)),
          pick(['rubber', 'down', 'cork'], of(9)),
        ],
      }),
      isGone ? dateText(gone) : null,
      secondText(created),
      secondText(toSecond(isGone ? gone : Math.max(created, repriced))),
    ]);
  },
};
