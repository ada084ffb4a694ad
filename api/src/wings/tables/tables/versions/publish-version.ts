import type { VersionKey } from '@headwater/warehouse';
import type { Services } from '../../../../http/services.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../../platform/database/workspace-db.ts';

/**
 * Publishes a file that is staged, and has `commit` move the table to it, which returns the tokens of files that nothing
 * needs anymore. These are removed then, or the new file, if the table stays as it was.
 */
export async function publishVersion(
  { database, versions }: Services,
  key: VersionKey,
  commit: (db: WorkspaceDb) => Promise<readonly number[]>,
): Promise<void> {
  await versions.publish(key);
  const old = await workspaceTransaction(database, key.workspaceId, commit).catch(async (error: unknown) => {
    await versions.remove(key);
    throw error;
  });
  for (const token of old) await versions.remove({ ...key, token });
}
