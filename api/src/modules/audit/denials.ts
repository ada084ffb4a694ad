import { installationTransaction } from '../../platform/database/installation-db.ts';
import type { Denial } from '../../http/access-sources.ts';
import type { Services } from '../../http/services.ts';
import { audit } from './audit.ts';

/** Writes down that somebody was refused, beside the refusal: it neither waits for this nor fails with it. */
export function auditDenial(
  { database, log }: Pick<Services, 'database' | 'log'>,
  { route: { method, path }, ...denial }: Denial,
): void {
  const event = { action: 'permission.deny', outcome: 'denied', details: { method, path } } as const;
  installationTransaction(database, (db) => audit(db, { ...event, ...denial })).catch((error: unknown) => {
    log.error({ err: error }, 'a refusal could not be written down');
  });
}
