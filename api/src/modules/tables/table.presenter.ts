import type { TableAttributes } from '@headwater/shared/contract';
import { may } from '../../http/access.ts';
import type { Workspace } from '../../http/define-route.ts';
import { presentColumn } from '../source-connections/index.ts';
import type { TableRow } from './tables.repository.ts';

export function presentTable(row: TableRow, { role }: Pick<Workspace, 'role'>) {
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
    ...facts
  } = row;
  const attributes: TableAttributes = {
    ...facts,
    freshAsOf: freshAsOf?.toISOString() ?? null,
    lateAt: lateAt?.toISOString() ?? null,
    columns: (columns ?? []).map(presentColumn),
    primaryKey: primaryKey ?? [],
    damagedAt: damagedAt?.toISOString() ?? null,
    held:
      heldVersion === null
        ? null
        : { version: heldVersion, rows: heldRows!, since: heldSince!.toISOString() },
    connectionDeleted: connectionDeletedAt && {
      at: connectionDeletedAt.toISOString(),
      by: connectionDeletedBy,
    },
    can: {
      delete: may(role, 'sources:edit') && row.selection !== 'selected',
      restore: may(role, 'sources:edit') && connectionDeletedAt === null,
    },
  };
  return { type: 'tables' as const, id, attributes };
}
