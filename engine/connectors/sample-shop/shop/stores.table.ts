import { between, draw } from './draws.ts';
import { STORE_PLACES } from './people.words.ts';
import { boolean, date, double, text, time, timestamp, type ShopTable } from './shop-table.ts';
import { DAY, dateText, secondText, toSecond } from './time-text.ts';

export const storeCode = (store: number): string => `S${String(store + 1).padStart(3, '0')}`;

/** How often each store changes what it says about itself. */
const PERIOD = 200 * DAY;

export const stores: ShopTable = {
  name: 'stores',
  primaryKey: ['store_code'],
  cursor: 'updated_at',
  rowsEach: 1,
  rowBytes: 110,
  columns: [
    text('store_code'),
    text('name'),
    text('city'),
    text('country'),
    double('latitude'),
    double('longitude'),
    time('opens_at'),
    date('opened_on'),
    boolean('has_workshop'),
    timestamp('updated_at'),
  ],
  count: ({ openedAt, now }) => (openedAt <= now ? STORE_PLACES.length : 0),
  rows(shop, store, take) {
    const salt = shop.salt('stores');
    const [{ code }, city, latitude, longitude] = STORE_PLACES[store]!;
    const opened = shop.openedAt - between(100, 3_000, draw(salt, store, 1)) * DAY;
    const offset = draw(salt, store, 2) * PERIOD;
    const change = Math.floor((shop.now - offset) / PERIOD);
    const changedAt = toSecond(change * PERIOD + offset + 999);
    take([
      storeCode(store),
      `Finch ${city}`,
      city,
      code,
      latitude,
      longitude,
      draw(salt, store, 10 + change) < 0.5 ? '09:00:00' : '10:00:00',
      dateText(opened),
      draw(salt, store, 3) < 0.6,
      secondText(Math.max(toSecond(opened), Math.min(changedAt, shop.now))),
    ]);
  },
};
