import { CONNECTION_STATUSES, type ConnectionStatus } from '@headwater/shared/contract';
import type { SourceConnection } from './source.queries.ts';

/**
 * A connection's status as shown on screen. It is shown as delayed if its rows are older than the schedule's target, or
 * if it is pending and its rows don't reflect its current settings and selection.
 */
export type DisplayStatus = ConnectionStatus | 'delayed';

export const DISPLAY_STATUSES: readonly DisplayStatus[] = [...CONNECTION_STATUSES, 'delayed'];

export type StatusFacts = Pick<SourceConnection, 'status' | 'selectedTables' | 'missingTables' | 'lateAt'>;

export function displayStatusOf(source: StatusFacts, now = Date.now()): DisplayStatus {
  const { status, selectedTables, missingTables, lateAt } = source;
  if (status === 'pending' && missingTables < selectedTables) return 'delayed';
  const isLate = lateAt !== null && Date.parse(lateAt) <= now;
  return status === 'synced' && isLate ? 'delayed' : status;
}
