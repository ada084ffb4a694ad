import type { VersionKey } from '@headwater/warehouse';
import type { Services } from '../../../../http/services.ts';
import { workspaceTransaction } from '../../../../platform/database/workspace-db.ts';
import { listTableTokens } from './kept-versions.repository.ts';

/** Removes what workers that are gone have left of a table, before a file with this token is written. */
export async function removeOlderFiles(
  { database, versions }: Services,
  { workspaceId, connectionId, tableId, token }: VersionKey,
): Promise<void> {
  const files = await versions.list(workspaceId, connectionId);
  const needed = await workspaceTransaction(database, workspaceId, (db) => listTableTokens(db, tableId));
  const isOld = (file: VersionKey) => file.tableId === tableId && file.token < token;
  for (const stage of files.stages.filter(isOld)) await versions.removeStage(stage);
  for (const version of files.versions.filter(isOld))
    if (!needed.includes(version.token)) await versions.remove(version);
}
