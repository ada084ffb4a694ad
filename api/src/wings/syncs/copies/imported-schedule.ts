import type { ConnectionExport, ScheduleChoices } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { checkSchedule, databaseNow } from '../schedules/index.ts';
import { FILE, within } from './exported-file.rules.ts';

/**
 * Returns the schedule of an exported file as it applies in this workspace. The connection that it follows is found by
 * its name. Without exactly one of that name, the schedule is the same, but nothing starts a run.
 */
export async function importedSchedule(
  db: WorkspaceDb,
  { schedule }: ConnectionExport,
): Promise<ScheduleChoices | null> {
  if (!schedule) return null;
  const after = schedule.after && (await withConnectionId(db, schedule.after));
  try {
    return checkSchedule({ ...schedule, after }, await databaseNow(db));
  } catch (error) {
    throw error instanceof Refusal ? within(`${FILE}/schedule`, error) : error;
  }
}

type Followed = NonNullable<NonNullable<ConnectionExport['schedule']>['after']>;

async function withConnectionId(db: WorkspaceDb, { connection, ...rest }: Followed) {
  return { ...rest, sourceConnectionId: await connectionNamed(db, connection) };
}

async function connectionNamed(db: WorkspaceDb, name: string | null): Promise<string | null> {
  if (name === null) return null;
  const found = await db
    .selectFrom('source_connections')
    .select('id')
    .where('workspace_id', '=', db.workspaceId)
    .where('name', '=', name)
    .limit(2)
    .execute();
  return found.length === 1 ? found[0]!.id : null;
}
