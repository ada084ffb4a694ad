import { between, draw, pick } from './draws.ts';
import { COUNTRIES, type Country } from './people.words.ts';
import { bigint, boolean, date, integer, OPTIONAL, text, timestamp, type ShopTable } from './shop-table.ts';
import type { Shop } from './shop.ts';
import { DAY, dateText, secondText, toSecond } from './time-text.ts';

const MAIL_HOSTS = ['example.com', 'example.org', 'example.net'];

export const countryOf = (salt: number, customer: number): Country =>
  pick(COUNTRIES, draw(salt, customer, 1));

export const customers: ShopTable = {
  name: 'customers',
  primaryKey: ['customer_id'],
  cursor: 'updated_at',
  rowsEach: 1,
  rowBytes: 150,
  columns: [
    bigint('customer_id'),
    text('first_name'),
    text('last_name'),
    text('email'),
    text('phone', OPTIONAL),
    text('city'),
    text('country'),
    text('language'),
    date('birth_date', OPTIONAL),
    boolean('newsletter'),
    integer('loyalty_points'),
    timestamp('created_at'),
    timestamp('updated_at'),
  ],
  count: (shop) => shop.customerCount,
  rows(shop, customer, take) {
    const salt = shop.salt('customers');
    const of = (use: number) => draw(salt, customer, use);
    const { code, cities, language, dialing, firstNames, lastNames } = countryOf(salt, customer);
    const [first, last] = [pick(firstNames, of(2)), pick(lastNames, of(3))];
    const joined = shop.joinedAt(customer);
    const { changes, changedAt } = changesOf(shop, salt, customer, joined);
    const hasPhone = of(5) < 0.4 + 0.2 * changes;
    // Every third change is a move.
    const city = pick(cities, of(20 + Math.floor(changes / 3)));
    const isSubscribed = of(9) < 0.4 !== (changes % 2 === 1 && of(10) < 0.3);
    take([
      customer + 1,
      first.text,
      last.text,
      `${first.plain}.${last.plain}${customer + 1}@${pick(MAIL_HOSTS, of(4))}`,
      hasPhone ? `${dialing}${Math.floor(between(700_000_000, 799_999_999, of(6)))}` : null,
      city,
      code,
      language,
      of(7) < 0.3 ? null : dateText(between(-10_000, 13_000, of(8)) * DAY),
      isSubscribed,
      Math.floor(of(11) ** 3 * 400) + changes * 25,
      secondText(joined),
      secondText(changedAt),
    ]);
  },
};

const LATER_CHANGES = 100;

/** Customers change their profile every now and then. Returns how often one has by now, and when last. */
function changesOf(
  { now }: Shop,
  salt: number,
  customer: number,
  joined: number,
): { changes: number; changedAt: number } {
  let [changes, changedAt] = [0, joined];
  for (;;) {
    const next = toSecond(changedAt + between(20, 400, draw(salt, customer, LATER_CHANGES + changes)) * DAY);
    if (next > now) return { changes, changedAt };
    [changes, changedAt] = [changes + 1, next];
  }
}
