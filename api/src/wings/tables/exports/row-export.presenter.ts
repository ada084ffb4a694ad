import type { RowExportResource } from '@headwater/shared/contract';
import type { RowExportRow } from './row-exports.repository.ts';

export const presentExport = (row: RowExportRow): RowExportResource => ({
  type: 'row_exports',
  id: row.id,
  attributes: {
    sourceConnectionId: row.source_connection_id,
    tableName: row.table_name,
    fileName: row.file_name,
    format: row.format,
    state: row.state,
    rows: row.rows,
    leftOut: row.left_out,
    share: row.share,
    bytes: row.bytes,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  },
});
