import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import type { EventBus } from '../platform/events/event-bus.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Memberships } from '../modules/identity/memberships.ts';
import type { Sessions } from '../modules/identity/sessions.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Keys } from '../platform/secrets/keys.ts';

/**
 * What handlers and workers use, built once at the start. A noun that offers something to others adds it beside its
 * code, `declare module '../services.ts' { interface Services { … } }`, and returns it from its module's `provide`.
 */
export interface Services {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly database: Database;
  readonly keys: Keys;
  readonly limits: RateLimits;
  readonly sessions: Sessions;
  readonly memberships: Memberships;
  readonly events: EventBus;
  readonly jobs: Jobs;
  /** Every answer is held against its route's contract; the tests switch it on. */
  readonly checkAnswers: boolean;
}
