import type { SchemaChangeAttributes, SchemaChangeResource } from '@headwater/shared/contract';
import { holdsTable } from './change-policy.rules.ts';
import type { SchemaChangeRow } from './schema-changes.repository.ts';

/** What is known about a change in addition to its own row. */
export type ChangeFacts = Pick<SchemaChangeAttributes, 'canApprove' | 'fromVersion' | 'impact'>;

/** How many columns of a kind are listed. All of them are counted. */
const COLUMNS_FIRST = 50;

const firstOf = <T>(all: readonly T[]) => ({ total: all.length, first: all.slice(0, COLUMNS_FIRST) });

export function presentSchemaChange(change: SchemaChangeRow, facts: ChangeFacts): SchemaChangeResource {
  const { diff, breaking } = change;
  const attributes: SchemaChangeAttributes = {
    tableName: change.table_name,
    table: diff.table,
    addedColumns: firstOf(diff.added),
    removedColumns: firstOf(diff.removed),
    retypedColumns: firstOf(diff.retyped),
    nullableColumns: firstOf(diff.nullability),
    key: diff.key && { from: [...diff.key.from], to: [...diff.key.to] },
    breaking,
    state: change.state,
    holdsTable: change.state === 'pending' && holdsTable(diff, breaking),
    ...facts,
    foundAt: change.found_at.toISOString(),
    decidedAt: change.decided_at?.toISOString() ?? null,
    decidedBy: change.decided_by,
  };
  return { type: 'schema_changes', id: change.id, attributes };
}
