import { isMade, type Role, type TableAttributes, type TableDescription } from '@headwater/shared/contract';
import { may } from '../../../http/access.ts';
import type { Workspace } from '../../../http/define-route.ts';
import { presentColumn } from '../../connections/source-connections/index.ts';
import type { TableRow } from './tables.repository.ts';
import type { Seen } from './versions/visible-data.ts';

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
    comments,
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
    about: presentAbout({ about, comments, columns }),
    can: tableRights(row, role),
  };
  return { type: 'tables' as const, id, attributes };
}

/** Comments of columns that the table doesn't have aren't anybody's business: they were left out for a reason. */
export function presentAbout({
  about,
  comments,
  columns,
}: Pick<TableRow, 'about' | 'comments' | 'columns'>): TableDescription {
  const present = new Set(columns?.map(({ name }) => name));
  const listed = (texts: Record<string, string>) =>
    Object.entries(texts).map(([name, description]) => ({ name, description }));
  return {
    ...(about ?? { description: '', owner: null, tags: [], version: 0 }),
    columns: listed(about?.columns ?? {}),
    source: {
      description: comments.table ?? '',
      columns: listed(comments.columns ?? {}).filter(({ name }) => present.has(name)),
    },
  };
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
