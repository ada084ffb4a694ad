import { sql } from 'kysely';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { deleteOrganizations } from '../../people/organizations/index.ts';
import type { Services } from '../../../http/services.ts';

/** Deletes the accounts whose time in the demo is over, each with the workspace that was created for it. */
export async function endDemos(services: Services): Promise<void> {
  const over = await installationTransaction(services.database, (db) =>
    db
      .selectFrom('users')
      .select('id')
      .where('demo_ends_at', '<=', sql<Date>`now()`)
      .execute(),
  );
  for (const { id } of over) {
    // One that can't be deleted must not keep the others from it.
    await endDemo(services, id).catch((error) =>
      services.log.error({ err: error, user: id }, 'the end of a demo'),
    );
  }
}

/** Deletes a demo account and the workspace that was created for it. */
export function endDemo(services: Services, userId: string): Promise<void> {
  return installationTransaction(services.database, async (db) => {
    const user = db.selectFrom('users').select('id').where('id', '=', userId);
    if (!(await user.forUpdate().executeTakeFirst())) return;
    const made = db.selectFrom('organizations').select('id').where('created_by', '=', userId);
    const ids = (await made.execute()).map(({ id }) => id);
    await deleteOrganizations(services, db, ids, { actorId: null });
    await db.deleteFrom('users').where('id', '=', userId).execute();
    await audit(db, { action: 'account.delete', actorId: null, subject: { type: 'users', id: userId } });
  });
}
