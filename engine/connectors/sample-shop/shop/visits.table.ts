import { countryOf } from './customers.table.ts';
import { draw, pick } from './draws.ts';
import { CAMPAIGNS, PAGES, REFERRERS } from './goods.words.ts';
import { COUNTRIES } from './people.words.ts';
import { bigint, boolean, integer, json, OPTIONAL, text, timestamp, type ShopTable } from './shop-table.ts';
import { DAY, millisecondText } from './time-text.ts';

const DEVICES = ['phone', 'phone', 'phone', 'desktop', 'desktop', 'tablet'];
/** Visits never change. They can arrive late by as many days as the configuration allows. */
const LATEST_ARRIVAL = 45 * DAY;

/** The table’s name once a drift has renamed it. */
export const PAGE_VIEWS = 'page_views';

export const visits: ShopTable = {
  name: 'visits',
  primaryKey: ['visit_id'],
  cursor: 'visited_at',
  rowsEach: 1,
  rowBytes: 125,
  columns: [
    bigint('visit_id'),
    bigint('customer_id', OPTIONAL),
    timestamp('visited_at'),
    text('page'),
    text('referrer', OPTIONAL),
    text('device'),
    text('country'),
    integer('seconds_on_page'),
    boolean('added_to_cart'),
    json('properties', OPTIONAL),
  ],
  count: (shop) => shop.visitCount,
  firstChangedSince: (shop, time) => shop.firstVisitSince(time - LATEST_ARRIVAL),
  rows(shop, visit, take) {
    const visitedAt = shop.visitedAt(visit);
    if (!shop.hasVisit(visit, visitedAt)) return;
    const salt = shop.salt('visits');
    const of = (use: number) => draw(salt, visit, use);
    const isKnown = of(1) < 0.45;
    const customer = isKnown ? Math.floor(of(2) * shop.customersBeforeVisit(visit)) : null;
    const { code } = customer === null ? pick(COUNTRIES, of(3)) : countryOf(shop.salt('customers'), customer);
    const campaign = of(4) < 0.2 ? pick(CAMPAIGNS, of(5)) : null;
    take([
      visit + 1,
      customer === null ? null : customer + 1,
      millisecondText(visitedAt),
      pick(PAGES, of(6) ** 1.5),
      of(7) < 0.6 ? null : pick(REFERRERS, of(8)),
      pick(DEVICES, of(9)),
      code,
      Math.floor(2 + of(10) ** 4 * 600),
      of(11) < 0.08,
      campaign === null ? null : `{"campaign":"${campaign}","first_visit":${!isKnown}}`,
    ]);
  },
};
