import { draw, saltOf } from './draws.ts';
import { Growth, HISTORY_DAYS, seasonal } from './growth.ts';
import { DAY, HOUR, toSecond } from './time-text.ts';

/** Orders at the start date. All other tables follow from them. */
const ORDERS = { small: 12_000, medium: 120_000, large: 600_000 } as const;
export type ShopSize = keyof typeof ORDERS;

const ORDERS_PER_CUSTOMER = 6;
const VISITS_PER_ORDER = 4;
/** Customers who were there on the first day, as a share of those at the start date. */
const FOUNDERS = 0.02;

export interface ShopSettings {
  size: ShopSize;
  seed: number;
  /** Midnight in UTC of the day on which the shop has its size. */
  start: number;
  /** New orders per day from then on. Null to go on as fast as on the day before. */
  ordersPerDay: number | null;
  /** Percent of the orders and visits that appear only `lateHours` after they happened. */
  latePercent: number;
  lateHours: number;
  /** Percent of the orders that are deleted a few weeks after they were placed. */
  deletedPercent: number;
}

/**
 * The shop at one moment. Everything in it is a function of the settings and this moment, so that two reads at the same
 * moment see the same, and a later one sees what has happened in the meantime.
 */
export class Shop {
  readonly settings: ShopSettings;
  readonly now: number;
  readonly openedAt: number;
  readonly #orders: Growth;
  readonly #customers: Growth;
  readonly #visits: Growth;
  readonly #founders: number;
  readonly #lateness: number;
  readonly #deletions: number;
  readonly #positions: number;
  readonly #salts = new Map<string, number>();

  constructor(settings: ShopSettings, now: number) {
    const { size, seed, start } = settings;
    this.settings = settings;
    this.now = now;
    const base = ORDERS[size];
    const perDay = settings.ordersPerDay ?? (2 * base) / HISTORY_DAYS;
    const growth = (share: number) => new Growth({ base: base * share, perDay: perDay * share, start });
    this.#orders = growth(1);
    this.#visits = growth(VISITS_PER_ORDER);
    const customers = 1 / ORDERS_PER_CUSTOMER;
    this.#founders = Math.ceil(base * customers * FOUNDERS);
    this.#customers = growth(customers * (1 - FOUNDERS));
    this.openedAt = toSecond(seasonal(start - HISTORY_DAYS * DAY));
    this.#lateness = saltOf(seed, 'lateness');
    this.#deletions = saltOf(seed, 'deletions');
    this.#positions = saltOf(seed, 'positions');
  }

  salt(kind: string): number {
    let salt = this.#salts.get(kind);
    if (salt === undefined) {
      salt = saltOf(this.settings.seed, kind);
      this.#salts.set(kind, salt);
    }
    return salt;
  }

  get orderCount(): number {
    return this.#orders.countUntil(this.now, (order) => this.orderedAt(order));
  }

  get customerCount(): number {
    if (this.openedAt > this.now) return 0;
    const founders = this.#founders;
    return founders + this.#customers.countUntil(this.now, (later) => this.joinedAt(founders + later));
  }

  get visitCount(): number {
    return this.#visits.countUntil(this.now, (visit) => this.visitedAt(visit));
  }

  orderedAt(order: number): number {
    return toSecond(seasonal(this.#orders.timeOf(this.#position(order, 1))));
  }

  joinedAt(customer: number): number {
    const later = customer - this.#founders;
    return later < 0 ? this.openedAt : toSecond(seasonal(this.#customers.timeOf(this.#position(later, 2))));
  }

  visitedAt(visit: number): number {
    return Math.floor(seasonal(this.#visits.timeOf(this.#position(visit, 3))));
  }

  /** Returns how many customers there surely were when this order was placed. */
  customersBeforeOrder(order: number): number {
    return this.#customersAt(this.#orders.timeOf(this.#position(order, 1)));
  }

  customersBeforeVisit(visit: number): number {
    return this.#customersAt(this.#visits.timeOf(this.#position(visit, 3)));
  }

  /** Returns the first order that may have been placed, or have appeared, since a time. */
  firstOrderSince(time: number): number {
    return this.#orders.countUntil(time, (order) => this.orderedAt(order));
  }

  firstVisitSince(time: number): number {
    return this.#visits.countUntil(time, (visit) => this.visitedAt(visit));
  }

  /** Returns whether an order has reached the database and is still there. Its lines and payments go with it. */
  hasOrder(order: number, placedAt: number): boolean {
    const { latePercent, lateHours, deletedPercent } = this.settings;
    if (latePercent > 0 && this.#isLate(order, latePercent) && placedAt + lateHours * HOUR > this.now)
      return false;
    if (deletedPercent === 0 || draw(this.#deletions, order, 0) * 100 >= deletedPercent) return true;
    return placedAt + (7 + 30 * draw(this.#deletions, order, 1)) * DAY > this.now;
  }

  hasVisit(visit: number, visitedAt: number): boolean {
    const { latePercent, lateHours } = this.settings;
    const isLate = latePercent > 0 && this.#isLate(-1 - visit, latePercent);
    return !isLate || visitedAt + lateHours * HOUR <= this.now;
  }

  #isLate(thing: number, percent: number): boolean {
    return draw(this.#lateness, thing, 0) * 100 < percent;
  }

  #customersAt(evenTime: number): number {
    return this.#founders + Math.floor(this.#customers.countAt(evenTime));
  }

  /** Spreads things that follow each other at even distances. */
  #position(thing: number, use: number): number {
    return thing + draw(this.#positions, thing, use);
  }
}
