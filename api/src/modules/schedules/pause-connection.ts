import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import { setPause, type Pause } from '../source-connections/index.ts';
import { lockSchedule, planNext } from './schedules.repository.ts';

/** Pauses a connection: its schedule starts no more runs. */
export async function pauseConnection(db: WorkspaceDb, id: string, why: Omit<Pause, 'at'>): Promise<void> {
  await setPause(db, id, why);
  if (await lockSchedule(db, id)) await planNext(db, id, null);
}
