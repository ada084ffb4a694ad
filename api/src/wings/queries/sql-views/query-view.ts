import { isDeepStrictEqual } from 'node:util';
import { SQL_VIEW_NAME_MAX } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { NamedVersion } from '../sql/index.ts';
import { addView, isTaken, noteView, type Saving } from './save-view.ts';
import {
  findViewOfQuery,
  lockViewsConnection,
  updateSqlView,
  type ViewQuery,
} from './sql-views.repository.ts';

/** A saved query as it's saved now. */
interface Query extends ViewQuery {
  id: string;
  name: string;
}

/** Creates the view that follows a saved query, under a name of its own, unless there is one. Returns its ID. */
export async function addViewOfQuery(
  db: WorkspaceDb,
  saving: Saving,
  { id: savedQueryId, name, sql, parameters }: Query,
  found: readonly NamedVersion[],
): Promise<string> {
  await lockViewsConnection(db);
  const view = await findViewOfQuery(db, savedQueryId);
  if (view) return view.id;
  const nameOf = (others: readonly { name: string }[]) => {
    for (let count = 1; ; count += 1) {
      const suffix = count === 1 ? '' : ` ${count}`;
      const free =
        [...name]
          .slice(0, SQL_VIEW_NAME_MAX - suffix.length)
          .join('')
          .trimEnd() + suffix;
      if (!isTaken(free, others)) return free;
    }
  };
  return addView(db, saving, { sql, parameters, savedQueryId, nameOf }, found);
}

/**
 * Has the view of a saved query, if there is one, follow what was just saved. What is wrong with that is found by its
 * next refresh, and until then it keeps its rows.
 */
export async function followQuery(
  db: WorkspaceDb,
  saving: Saving,
  { id, sql, parameters }: Query,
): Promise<void> {
  const query = { sql, parameters };
  if (!(await findViewOfQuery(db, id))) return;
  await lockViewsConnection(db);
  const view = await findViewOfQuery(db, id);
  if (!view || (view.sql === query.sql && isDeepStrictEqual(view.parameters, query.parameters))) return;
  await updateSqlView(db, view.id, { ...query, name: view.tableName });
  await noteView(db, saving, 'sql_view.update', { ...view, ...query });
}
