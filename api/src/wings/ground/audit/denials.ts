import { installationTransaction } from '../../../platform/database/installation-db.ts';
import type { Denial } from '../../../http/access-sources.ts';
import type { Services } from '../../../http/services.ts';
import { audit } from './audit.ts';

/** Records that a user was refused. The refusal itself neither waits for this nor fails because of it. */
export function auditDenial(
  { database, log }: Pick<Services, 'database' | 'log'>,
  { route: { method, path }, ...denial }: Denial,
): void {
  const event = { action: 'permission.deny', outcome: 'denied', details: { method, path } } as const;
  installationTransaction(database, (db) => audit(db, { ...event, ...denial })).catch((error: unknown) => {
    log.error({ err: error }, 'a refusal could not be recorded');
  });
}
