import { draw } from './draws.ts';
import { HISTORY_DAYS } from './growth.ts';
import type { Order } from './orders.ts';
import type { Shop } from './shop.ts';
import { DAY } from './time-text.ts';

/** How many of a hundred orders that weren't placed in a store came by each channel when the shop opened, and two years later. */
const CHANNELS = [
  { name: 'web', opened: 76, grown: 44 },
  { name: 'marketplace', opened: 2, grown: 34 },
  { name: 'app', opened: 8, grown: 18 },
  { name: 'phone', opened: 14, grown: 4 },
] as const;

/** Returns how an order was placed. Marketplaces and the app gain, and the phone loses, with the years. */
export function channelOf(
  shop: Shop,
  { id, store, placedAt }: Pick<Order, 'id' | 'store' | 'placedAt'>,
): string {
  if (store !== null) return 'store';
  const age = Math.min(1, Math.max(0, (placedAt - shop.openedAt) / (HISTORY_DAYS * DAY)));
  let left = draw(shop.salt('channels'), id, 0) * 100;
  for (const { name, opened, grown } of CHANNELS) {
    left -= opened + (grown - opened) * age;
    if (left < 0) return name;
  }
  return CHANNELS[0].name;
}
