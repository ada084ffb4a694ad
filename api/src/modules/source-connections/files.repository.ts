import { sql } from 'kysely';
import type { Failure } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';

export interface SourceFile {
  uploadId: string;
  fileName: string;
  bytes: number;
  uploadedAt: Date;
  /** Null until the file has been read. */
  tableName: string | null;
  problem: Failure | null;
}

/** Lists the files in a connection's configuration, in its order, with the tables that they became. */
export async function listSourceFiles(db: WorkspaceDb, sourceConnectionId: string): Promise<SourceFile[]> {
  const { rows } = await sql<SourceFile>`
    select
      upload.id as "uploadId", upload.file_name as "fileName", upload.bytes, upload.created_at as "uploadedAt",
      stream.table_name as "tableName", stream.problem
    from source_connections connection,
      jsonb_array_elements(connection.configuration -> 'files') with ordinality as file (entry, position)
    join uploads upload on upload.workspace_id = ${db.workspaceId} and upload.id = file.entry ->> 'uploadId'
    left join streams stream on stream.workspace_id = ${db.workspaceId}
      and stream.source_connection_id = ${sourceConnectionId} and stream.source ->> 'uploadId' = upload.id
    where connection.workspace_id = ${db.workspaceId} and connection.id = ${sourceConnectionId}
    order by file.position`.execute(db);
  return rows;
}
