import { isMade, type Role, type TableAttributes } from '@headwater/shared/contract';
import { may } from '../../http/access.ts';
import type { Workspace } from '../../http/define-route.ts';
import { presentColumn } from '../source-connections/index.ts';
import type { TableRow } from './tables.repository.ts';
import type { Seen } from './visible-data.ts';

/** Sizes say how many rows are hidden, so whoever doesn't see all of them gets none. */
export function presentTable(row: Seen<TableRow>, { role }: Pick<Workspace, 'role'>) {
  const {
    id,
    freshAsOf,
    lateAt,
    columns,
    primaryKey,
    damagedAt,
    heldVersion,
    heldRows,
    heldSince,
    connectionDeletedAt,
    connectionDeletedBy,
    about,
    only,
    ...facts
  } = row;
  const attributes: TableAttributes = {
    ...facts,
    ...(only && { rows: null, bytes: null }),
    freshAsOf: freshAsOf?.toISOString() ?? null,
    lateAt: lateAt?.toISOString() ?? null,
    columns: (columns ?? []).map(presentColumn),
    primaryKey: primaryKey ?? [],
    damagedAt: damagedAt?.toISOString() ?? null,
    held:
      heldVersion === null || only
        ? null
        : { version: heldVersion, rows: heldRows!, since: heldSince!.toISOString() },
    connectionDeleted: connectionDeletedAt && {
      at: connectionDeletedAt.toISOString(),
      by: connectionDeletedBy,
    },
    about: about
      ? {
          ...about,
          columns: Object.entries(about.columns).map(([name, description]) => ({ name, description })),
        }
      : { description: '', owner: null, tags: [], columns: [], version: 0 },
    can: tableRights(row, role),
  };
  return { type: 'tables' as const, id, attributes };
}

/** Returns what the caller may do with a table. */
export const tableRights = (
  { selection, connectionDeletedAt }: Pick<TableRow, 'selection'> & { connectionDeletedAt: unknown },
  role: Role,
): TableAttributes['can'] => ({
  delete: may(role, 'sources:edit') && selection !== 'selected' && !isMade(selection),
  restore: may(role, 'sources:edit') && connectionDeletedAt === null && !isMade(selection),
  describe: may(role, 'data:edit'),
});
