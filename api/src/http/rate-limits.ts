import { HttpError } from './http-error.ts';

interface Limit {
  readonly count: number;
  readonly seconds: number;
}

/** By caller: an address (IPv6 by /64) or a user's id. */
const limits = {
  /** Attempts to sign in, from one address. */
  authentication: { count: 10, seconds: 60 },
  authentication_hourly: { count: 100, seconds: 3600 },
  sign_up: { count: 10, seconds: 3600 },
  /** Mails to an address: codes for resetting and confirming. */
  account_mail: { count: 3, seconds: 3600 },
  reset: { count: 10, seconds: 3600 },
  demo: { count: 20, seconds: 3600 },
  /** Beginnings and answers of sign-ins by Google, from one address; each writes a row. */
  google_popup: { count: 30, seconds: 60 },
  events: { count: 60, seconds: 60 },
  api: { count: 600, seconds: 60 },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

interface Window {
  spent: number;
  readonly ends: number;
}

const SWEEP_ABOVE = 10_000;

/** Counts calls in fixed windows, in this process' memory. */
export class RateLimits {
  readonly #windows = new Map<string, Window>();
  readonly #factor: number;
  readonly #now: () => number;

  constructor(factor: number, now: () => number = Date.now) {
    this.#factor = factor;
    this.#now = now;
  }

  /** Counts one call; throws the 429 that says when to come back once the limit is passed. */
  spend(name: LimitName, caller: string): void {
    const seconds = this.count(name, caller);
    if (seconds > 0) throw rateLimited(seconds);
  }

  /** Counts one call; for how many seconds it is above the limit, 0 if it isn't. */
  count(name: LimitName, caller: string): number {
    const now = this.#now();
    const { count, seconds } = limits[name];
    const key = `${name}|${caller}`;
    let window = this.#windows.get(key);
    if (!window || window.ends <= now) {
      if (this.#windows.size > SWEEP_ABOVE) this.#sweep(now);
      window = { spent: 0, ends: now + seconds * 1000 };
      this.#windows.set(key, window);
    }
    window.spent += 1;
    return window.spent > count * this.#factor ? (window.ends - now) / 1000 : 0;
  }

  #sweep(now: number): void {
    for (const [key, window] of this.#windows) if (window.ends <= now) this.#windows.delete(key);
  }
}

export function rateLimited(seconds: number): HttpError {
  const rounded = Math.max(1, Math.ceil(seconds));
  return new HttpError('rate_limited', { retryAfter: rounded, values: { seconds: rounded } });
}

/** What a limit by address counts by: one person has a whole /64 of IPv6. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array<string>(8 - groups.length - rest.length).fill('0');
  const all = [...groups, ...zeros, ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
