import { sql } from 'kysely';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import { nextRunAfter } from './planned-runs.ts';
import {
  choicesOf,
  databaseNow,
  findSchedule,
  keepConnection,
  storeSchedule,
} from './schedules.repository.ts';

/** Gives a new connection, which no other follows, the schedule of another, and plans its next run. */
export async function copySchedule(db: WorkspaceDb, from: string, to: string): Promise<void> {
  const saved = await findSchedule(db, from);
  if (!saved) return;
  const choices = choicesOf(saved);
  const before = choices.after?.sourceConnectionId ?? null;
  if (before !== null) await keepConnection(db, before);
  await storeSchedule(db, to, choices, nextRunAfter(choices, await databaseNow(db)));
  await sql`
    insert into dependencies (workspace_id, source_connection_id, dependent_type, dependent_id)
    select workspace_id, source_connection_id, dependent_type, ${to} from dependencies
    where workspace_id = ${db.workspaceId} and dependent_type = 'schedule' and dependent_id = ${from}`.execute(
    db,
  );
}
