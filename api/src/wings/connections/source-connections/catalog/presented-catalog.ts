import type { Services } from '../../../../http/services.ts';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { presentCatalog } from './catalog.presenter.ts';
import { describeMissingStreams } from './missing-streams.repository.ts';
import { getSourceConnection, type SourceConnectionRow } from '../source-connections.repository.ts';
import { countStreams, findReadingSpeed } from '../streams/streams.repository.ts';

/** Returns a connection's catalog as a document. */
export async function presentedCatalog(
  db: WorkspaceDb,
  { discoveries }: Services,
  sourceConnectionId: string,
) {
  const connection = await getSourceConnection(db, sourceConnectionId);
  const facts = {
    tables: await countStreams(db, sourceConnectionId),
    missingTables: await missingTables(db, connection),
    position: discoveries.positionOf(sourceConnectionId),
    rowsPerSecond: await findReadingSpeed(db, sourceConnectionId),
  };
  return { data: presentCatalog(connection, facts) };
}

/** Before the first discovery, nothing is known to be missing. */
const missingTables = async (db: WorkspaceDb, { id, discovered_at: at }: SourceConnectionRow) =>
  at === null ? { total: 0, first: [] } : describeMissingStreams(db, id);
