import type { Services } from '../../../http/services.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { LeasedWork } from '../../../platform/jobs/leased-work.ts';
import type { ScanClock } from '../../../platform/jobs/scan-clock.ts';
import { databaseNow } from '../../syncs/schedules/index.ts';
import { insertDelivery } from './deliveries.repository.ts';
import { deliver } from './deliverer.ts';
import { listChangedSubscriptions, listDueSubscriptions, takeDueDelivery } from './due-deliveries.ts';
import { nextDueAfter } from './subscription.rules.ts';
import { look, lockDueSubscription, planNext } from './subscriptions.repository.ts';

/** How often it looks for what is due. */
const SCAN_MS = 15_000;
const BATCH = 100;

/** Begins the deliveries that are due, and works on them one at a time. The database's clock counts. */
export const deliveryClock = (services: Services): ScanClock =>
  new LeasedWork({
    ...{ milliseconds: SCAN_MS, log: services.log, what: 'due reports' },
    take: async () => {
      await begin(services.database);
      return takeDueDelivery(services.database);
    },
    work: (taken) => deliver(services, taken),
    // It's taken again once it isn't taken anymore.
    failed: (taken, error) => services.log.error({ err: error, ...taken }, 'a delivery of a report failed'),
  });

/** Begins a delivery of every subscription that is due. */
async function begin(database: Services['database']): Promise<void> {
  for (const { workspaceId, id } of await listDueSubscriptions(database, BATCH))
    await workspaceTransaction(database, workspaceId, (db) => beginScheduled(db, id));
  for (const { workspaceId, id } of await listChangedSubscriptions(database, BATCH))
    await workspaceTransaction(database, workspaceId, (db) => beginAfterSync(db, id));
}

/** Begins a delivery for the moment that has come, and plans the next one: what was missed meanwhile is one. */
async function beginScheduled(db: WorkspaceDb, id: string): Promise<void> {
  const due = await lockDueSubscription(db, id);
  if (!due) return;
  await insertDelivery(db, {
    ...{ subscriptionId: id, occurrence: `at:${due.next_at!.toISOString()}`, cause: 'schedule' },
  });
  await planNext(db, id, nextDueAfter(due, await databaseNow(db)));
}

/** Begins a delivery for today, if today has none and a table has another version than before. */
async function beginAfterSync(db: WorkspaceDb, id: string): Promise<void> {
  const { hasChanged, day } = await look(db, id);
  if (hasChanged) await insertDelivery(db, { subscriptionId: id, occurrence: `day:${day}`, cause: 'sync' });
}
