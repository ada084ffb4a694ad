import { CONNECTION_STATUSES, type ConnectionStatus } from '@headwater/shared/contract';
import type { SourceConnection } from './source.queries.ts';

/**
 * A connection's status as shown on screen. It is shown as delayed if its rows are older than the schedule's target, or
 * if it is pending and its rows don't reflect its current settings and selection.
 */
export type Standing = ConnectionStatus | 'delayed';

export const STANDINGS: readonly Standing[] = [...CONNECTION_STATUSES, 'delayed'];

export type StatusFacts = Pick<SourceConnection, 'status' | 'selectedTables' | 'missingTables' | 'lateAt'>;

export function standingOf(source: StatusFacts, now = Date.now()): Standing {
  const { status, selectedTables, missingTables } = source;
  if (status === 'pending' && missingTables < selectedTables) return 'delayed';
  return status === 'synced' && isLate(source, now) ? 'delayed' : status;
}

const isLate = ({ lateAt }: Pick<SourceConnection, 'lateAt'>, now: number) =>
  lateAt !== null && Date.parse(lateAt) <= now;

/** Returns whether the rows are older than they should be: by the schedule's target, or because a run has failed. */
export const isDelayed = (
  source: Pick<SourceConnection, 'lateAt' | 'outdatedTables'>,
  now = Date.now(),
): boolean => source.outdatedTables !== null || isLate(source, now);
