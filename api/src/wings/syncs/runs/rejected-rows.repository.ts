import { sql } from 'kysely';
import type { MessageValues } from '@headwater/shared/contract';
import type { Rejection } from '@headwater/protocol/protocol';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';

/** How many rows a statement inserts, because PostgreSQL limits the number of values. */
const AT_ONCE = 500;
const RAW_LENGTH = 500;

export async function insertRejections(
  db: WorkspaceDb,
  runId: string,
  tableName: string,
  rows: readonly Rejection[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const inserted = rows.slice(at, at + AT_ONCE).map(({ line, column, code, reason, values, raw }) => ({
      workspace_id: db.workspaceId,
      run_id: runId,
      table_name: tableName,
      line,
      column_name: column,
      code,
      reason: storable(reason),
      reason_values: storableJson(values),
      raw: storable(raw).slice(0, RAW_LENGTH),
    }));
    await db.insertInto('rejected_rows').values(inserted).execute();
  }
}

/** Deletes a table's rejected rows before it is read again from the start. */
export async function deleteRejections(db: WorkspaceDb, runId: string, tableName: string): Promise<void> {
  await db
    .deleteFrom('rejected_rows')
    .where('workspace_id', '=', db.workspaceId)
    .where('run_id', '=', runId)
    .where('table_name', '=', tableName)
    .execute();
}

/**
 * Keeps the rejected rows among the first rows of a table that an attempt continues with, and deletes those after them,
 * which are read again. If another run has read those rows, the run gets copies of its rejected ones.
 */
export async function keepRejections(
  db: WorkspaceDb,
  runId: string,
  read: { tableName: string; rowsRead: number; runId: string },
): Promise<void> {
  await sql`
    delete from rejected_rows
    where workspace_id = ${db.workspaceId} and run_id = ${runId} and table_name = ${read.tableName}
      and (line is null or line > ${read.rowsRead} or ${read.runId !== runId})`.execute(db);
  if (read.runId === runId) return;
  await sql`
    insert into rejected_rows
      (workspace_id, run_id, table_name, line, column_name, code, reason, reason_values, raw)
    select workspace_id, ${runId}, table_name, line, column_name, code, reason, reason_values, raw
    from rejected_rows
    where workspace_id = ${db.workspaceId} and run_id = ${read.runId} and table_name = ${read.tableName}
      and line <= ${read.rowsRead}
    order by position`.execute(db);
}

/** PostgreSQL accepts no NUL, in neither text nor jsonb. */
const storable = (text: string) => text.replaceAll('\0', '\uFFFD');
const storableJson = (values: MessageValues) =>
  JSON.stringify(values, (_, value: unknown) => (typeof value === 'string' ? storable(value) : value));

/**
 * Lists rejected rows in the order in which they were found. `after` is the position of the last one
 * on the previous page.
 */
export async function listRejections(db: WorkspaceDb, runId: string, after: number, limit: number) {
  return db
    .selectFrom('rejected_rows')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where('run_id', '=', runId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}

export async function countRejections(db: WorkspaceDb, runId: string): Promise<number> {
  const { count } = await db
    .selectFrom('rejected_rows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', db.workspaceId)
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
