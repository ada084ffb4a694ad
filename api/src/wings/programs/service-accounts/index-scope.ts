import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { indexUses } from '../../ground/dependencies/index.ts';
import type { ServiceAccountRow } from './service-accounts.repository.ts';

/**
 * Stores which tables and columns a service account names: those that it sees, and those that its rows are chosen by. What
 * it sees only as a part of a whole connection, or of the workspace, isn't known to be read.
 */
export const indexScope = (
  db: WorkspaceDb,
  { id, name, scope }: Pick<ServiceAccountRow, 'id' | 'name' | 'scope'>,
): Promise<void> =>
  indexUses(
    db,
    { type: 'service_account', id, name },
    (scope ?? []).flatMap(({ sourceConnectionId, tables }) =>
      (tables ?? []).flatMap(({ tableName, columns, filter = [] }) => {
        const filtered = filter.flat().map(({ column }) => column);
        const table = { sourceConnectionId, tableName };
        return columns
          ? [{ ...table, columns: [...columns, ...filtered] }]
          : [{ ...table, columns: [] }, ...(filtered.length > 0 ? [{ ...table, columns: filtered }] : [])];
      }),
    ),
  );
