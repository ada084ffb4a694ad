import type { SqlViewAttributes } from '@headwater/shared/contract';
import { may } from '../../../http/access.ts';
import type { Workspace } from '../../../http/define-route.ts';
import type { SqlViewRow } from './sql-views.repository.ts';

export function presentSqlView(row: SqlViewRow, { role }: Pick<Workspace, 'role'>) {
  const { id, tableName, state: last, isDue, endedAt, tableVersion: _table, ...facts } = row;
  const state = stateOf(row);
  const attributes: SqlViewAttributes = {
    ...facts,
    name: tableName,
    state,
    failure: state === 'failed' ? row.failure : null,
    refreshedAt: endedAt?.toISOString() ?? null,
    can: { edit: may(role, 'data:edit') },
  };
  return { type: 'sql_views' as const, id, attributes };
}

function stateOf({ state, isDue }: SqlViewRow): SqlViewAttributes['state'] {
  if (state === 'running') return 'refreshing';
  if (isDue) return 'outdated';
  return state === 'failed' ? 'failed' : 'current';
}
