import type { Route } from '../http/define-route.ts';
import type { Services } from '../http/services.ts';
import type { ModuleHooks } from './hooks.ts';

/** What a module's `index.ts` exports for `src/modules.ts`. */
export interface ApiModule extends ModuleHooks {
  readonly name: string;
  /**
   * The modules whose functions and services this one uses. They start before it and close after it, and must
   * not need each other in a circle. The linter compares this with the imports and the services that are read.
   */
  readonly needs: readonly ApiModule[];
  readonly routes: readonly Route[];
  /** Returns the services that this module offers to modules that need it. */
  provide?(services: Services): Partial<Services> | Promise<Partial<Services>>;
  /** Starts workers, after all services have been provided and before the first request. */
  start?(services: Services): void | Promise<void>;
  /** Called after the last request. */
  close?(services: Services): void | Promise<void>;
}
