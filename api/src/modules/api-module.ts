import type { Route } from '../http/define-route.ts';
import type { Services } from '../http/services.ts';

/** What a noun's `index.ts` exports for app.ts, which lists all of them in the order in which they start. */
export interface ApiModule {
  readonly routes: readonly Route[];
  /** What this noun offers to all others; those listed before it are there already. */
  provide?(services: Services): Partial<Services> | Promise<Partial<Services>>;
  /** Starts workers, once everything is provided and before the first request. */
  start?(services: Services): void | Promise<void>;
  /** In the opposite order, after the last request. */
  close?(services: Services): void | Promise<void>;
}
