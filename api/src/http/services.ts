import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { EventBus } from '../platform/events/event-bus.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Keys } from '../platform/secrets/keys.ts';
import type { RateLimits } from './rate-limits.ts';

/** What every handler and worker may use. app.ts builds it at startup. */
export interface Dependencies {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly database: Database;
  readonly keys: Keys;
  readonly limits: RateLimits;
  readonly events: EventBus;
  readonly jobs: Jobs;
  /** Checks every response against its route's schema. The tests turn it on. */
  readonly checkResponses: boolean;
}

/**
 * The dependencies plus what modules offer to others. A module declares its part in its `index.ts`, `declare module
 * '../../http/services.ts' { interface Services { … } }`, and returns it from its `provide`. A module sees
 * its own services and those of the modules it needs. The others are undefined, and the linter refuses to read them.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by the modules, see above
export interface Services extends Dependencies {}
