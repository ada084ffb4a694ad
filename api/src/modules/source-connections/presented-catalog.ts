import type { Services } from '../../http/services.ts';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import { presentCatalog } from './catalog.presenter.ts';
import { getSourceConnection } from './source-connections.repository.ts';
import { describeStreamChanges } from './stream-changes.repository.ts';
import { countStreams, findReadingSpeed } from './streams.repository.ts';

/** Returns a connection's catalog as a document. */
export async function presentedCatalog(
  db: WorkspaceDb,
  { discoveries }: Services,
  sourceConnectionId: string,
) {
  const connection = await getSourceConnection(db, sourceConnectionId);
  const tables = await countStreams(db, sourceConnectionId);
  const changes = await describeStreamChanges(db, sourceConnectionId);
  const position = discoveries.positionOf(sourceConnectionId);
  const speed = await findReadingSpeed(db, sourceConnectionId);
  return { data: presentCatalog(connection, tables, changes, position, speed) };
}
