import type { ScheduleChoices } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { indexSchedule } from '../../connections/source-connections/index.ts';
import { nextRunAfter } from './planned-runs.ts';
import {
  choicesOf,
  databaseNow,
  findSchedule,
  keepConnection,
  storeSchedule,
} from './schedules.repository.ts';

/** Returns what people chose about when a connection is synced. Null until someone has saved it. */
export async function chosenSchedule(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<ScheduleChoices | null> {
  const saved = await findSchedule(db, sourceConnectionId);
  return saved ? choicesOf(saved) : null;
}

/** Gives a schedule to a new connection, which no other follows, and plans its next run. */
export async function storeNewSchedule(
  db: WorkspaceDb,
  sourceConnectionId: string,
  choices: ScheduleChoices,
): Promise<void> {
  const before = choices.after?.sourceConnectionId ?? null;
  if (before !== null) await keepConnection(db, before);
  await storeSchedule(db, sourceConnectionId, choices, nextRunAfter(choices, await databaseNow(db)));
  await indexSchedule(db, sourceConnectionId, before);
}
