import {
  pastSqlRunCollection,
  SQL_HISTORY_DAYS,
  SQL_HISTORY_MAX,
  type PastSqlRun,
} from '@headwater/shared/contract';
import { Type } from '@sinclair/typebox';
import { member } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { decodeCursor, encodeCursor, pageQuery } from '../../../http/paging.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import {
  clearPastRuns,
  countPastRuns,
  listPastRuns,
  type PastRunRow,
  type Position,
} from './past-runs.repository.ts';

const RUNS = '/organizations/:organizationId/past-sql-runs';

const list = defineRoute({
  method: 'GET',
  path: RUNS,
  summary: `What the caller has run, newest first, without rows: the last ${SQL_HISTORY_MAX} runs, for ${SQL_HISTORY_DAYS} days.`,
  access: member('data:read'),
  query: Type.Object(pageQuery, { additionalProperties: false }),
  responses: { 200: pastSqlRunCollection },
  handler: async ({ workspace, query }) => {
    const size = query['page[size]'];
    const cursor = query['page[after]'];
    const before = cursor === undefined ? null : positionOf(cursor);
    const userId = workspace.principal.id;
    return workspace.transaction(async (db) => {
      const found = await listPastRuns(db, userId, before, size + 1);
      const page = found.slice(0, size);
      const last = page.at(-1);
      return {
        data: page.map(present),
        links: {
          next: found.length > size && last ? encodeCursor([last.started_at.toISOString(), last.id]) : null,
        },
        meta: { total: await countPastRuns(db, userId) },
      };
    });
  },
});

const clear = defineRoute({
  method: 'DELETE',
  path: RUNS,
  summary: 'Delete everything that the caller has run from their history.',
  access: member('data:read'),
  responses: { 204: noContent },
  handler: async ({ workspace }) => {
    await workspace.transaction((db) => clearPastRuns(db, workspace.principal.id));
    return undefined;
  },
});

export const pastRunRoutes = [list, clear];

function positionOf(cursor: string): Position {
  const [startedAt, id] = decodeCursor(cursor, ['text', 'text']);
  const time = new Date(startedAt);
  if (Number.isNaN(time.getTime()) || time.toISOString() !== startedAt)
    throw new Refusal('cursor_invalid', { parameter: 'page[after]' });
  return { startedAt, id };
}

const present = (row: PastRunRow): PastSqlRun => ({
  type: 'past_sql_runs',
  id: row.id,
  attributes: {
    sql: row.sql,
    parameters: row.parameters,
    outcome: row.outcome,
    error: row.error,
    rows: row.rows,
    milliseconds: row.milliseconds,
    startedAt: row.started_at.toISOString(),
  },
});
