import type { Route } from '../http/define-route.ts';
import type { Services } from '../http/services.ts';
import type { ModuleHooks } from './hooks.ts';

/** What a noun's `index.ts` exports for `src/modules.ts`. */
export interface ApiModule extends ModuleHooks {
  readonly name: string;
  /**
   * The nouns whose functions and services this one uses. They start before it and close after it; nobody needs each
   * other in a circle. The linter compares this with the imports.
   */
  readonly needs: readonly ApiModule[];
  readonly routes: readonly Route[];
  /** What this noun offers to those that need it. */
  provide?(services: Services): Partial<Services> | Promise<Partial<Services>>;
  /** Starts workers, once everything is provided and before the first request. */
  start?(services: Services): void | Promise<void>;
  /** After the last request. */
  close?(services: Services): void | Promise<void>;
}
