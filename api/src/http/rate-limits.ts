import { CallCounter } from './call-counter.ts';
import { Refusal } from '@headwater/base/refusals/refusal';

interface Limit {
  readonly count: number;
  readonly seconds: number;
}

/** By caller: the network of an IP address (`networkOf`), or the ID of a user or a service account. */
const limits = {
  /** Attempts to sign in from one IP address. */
  authentication: [
    { count: 10, seconds: 60 },
    { count: 100, seconds: 3600 },
  ],
  sign_up: [{ count: 10, seconds: 3600 }],
  /** Mails with codes for resetting and confirming, to one email address. */
  account_mail: [{ count: 3, seconds: 3600 }],
  reset: [{ count: 10, seconds: 3600 }],
  demo: [{ count: 20, seconds: 3600 }],
  /** Starts and results of Google sign-ins from one IP address. Each writes a row. */
  google_popup: [{ count: 30, seconds: 60 }],
  events: [{ count: 60, seconds: 60 }],
  /** What is read of shared reports from one IP address. */
  shared: [{ count: 600, seconds: 60 }],
  /** Passwords of shared reports from one IP address. */
  share_password: [
    { count: 10, seconds: 60 },
    { count: 100, seconds: 3600 },
  ],
  /** Passwords of one link that were wrong, from anywhere. */
  wrong_share_password: [{ count: 100, seconds: 3600 }],
  /** Links to unsubscribe, from one IP address. */
  unsubscribe: [{ count: 60, seconds: 600 }],
  /** Test emails of reports, by one person: each is computed and sent at once. */
  report_test_mail: [{ count: 20, seconds: 600 }],
  /** Tokens from one IP address that were refused. */
  bad_token: [{ count: 30, seconds: 60 }],
  /** Tests of notification channels, in one workspace: each reaches people or programs elsewhere. */
  notification_test: [{ count: 20, seconds: 600 }],
  api: [{ count: 600, seconds: 60 }],
} as const satisfies Record<string, readonly Limit[]>;

export type LimitName = keyof typeof limits;

/** Counts calls in fixed windows, in this process's memory. */
export class RateLimits {
  readonly #counters: Readonly<Record<string, readonly CallCounter[]>>;

  constructor(factor: number, now: () => number = Date.now) {
    const counter = ({ count, seconds }: Limit) => new CallCounter(count * factor, seconds * 1000, now);
    this.#counters = Object.fromEntries(
      Object.entries<readonly Limit[]>(limits).map(([name, each]) => [name, each.map(counter)]),
    );
  }

  /** Counts one call. If it exceeds the limit, throws a 429 with the time to wait. */
  spend(name: LimitName, caller: string): void {
    const seconds = this.count(name, caller);
    if (seconds > 0) throw rateLimited(seconds);
  }

  /** Takes back one call that was counted before it was known whether it counts. */
  giveBack(name: LimitName, caller: string): void {
    for (const counter of this.#counters[name]!) counter.giveBack(caller);
  }

  /** Counts one call. Returns for how many seconds the caller is above the limit, or 0 if they aren't. */
  count(name: LimitName, caller: string): number {
    for (const counter of this.#counters[name]!) {
      const wait = counter.count(caller);
      // Calls that the shorter window refuses don't use up the longer one.
      if (wait > 0) return wait / 1000;
    }
    return 0;
  }
}

export function rateLimited(seconds: number): Refusal {
  const rounded = Math.max(1, Math.ceil(seconds));
  return new Refusal('rate_limited', { retryAfter: rounded, values: { seconds: rounded } });
}
