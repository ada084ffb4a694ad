import { installationSelect, installationTransaction } from '../../../platform/database/installation-db.ts';
import type { Services } from '../../../http/services.ts';
import { deleteOrganizations } from './delete-organizations.ts';
import { expiredOrganizations, lockExpired } from './deleted-organizations.repository.ts';

/** Deletes workspaces for good that nobody can bring back anymore, each in a transaction of its own. */
export async function clearDeleted(
  services: Pick<Services, 'database' | 'jobs' | 'hooks' | 'log'>,
): Promise<void> {
  const { database, log } = services;
  // One that can't be deleted must not keep the others from it.
  for (const { id } of await installationSelect<{ id: string }>(database, expiredOrganizations))
    await installationTransaction(database, async (db) => {
      if (await lockExpired(db, id))
        await deleteOrganizations(services, db, [id], { actorId: null }, 'workspace.clear');
    }).catch((error: unknown) =>
      log.error({ err: error, workspaceId: id }, 'a workspace could not be cleared'),
    );
}
