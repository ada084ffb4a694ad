import { sql } from 'kysely';
import type { Failure } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';

export interface SourceFile {
  uploadId: string;
  fileName: string;
  bytes: number;
  uploadedAt: Date;
  /** What its tables' names begin with, if there are several. Null until the file has been read. */
  tableName: string | null;
  /** Of a file of which no table can be read. */
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
    left join lateral (
      select
        -- A table of several files is named after none of them, and its problem is that of the file it names.
        case when source ? 'uploadIds' then null else coalesce(source ->> 'fileTable', table_name) end as table_name,
        case
          when source ? 'uploadIds' and problem -> 'values' ->> 'file' is distinct from upload.file_name then null
          else problem
        end as problem
      from streams
      where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
        and (source ->> 'uploadId' = upload.id or source -> 'uploadIds' ? upload.id)
      order by problem is not null, table_name limit 1
    ) stream on true
    where connection.workspace_id = ${db.workspaceId} and connection.id = ${sourceConnectionId}
    order by file.position`.execute(db);
  return rows;
}
