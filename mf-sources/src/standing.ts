import { CONNECTION_STATUSES, type ConnectionStatus } from '@headwater/shared/contract';
import type { SourceConnection } from './source.queries.ts';

/**
 * A connection's status as shown on screen. A pending connection that already has rows is shown as delayed, because
 * its rows don't reflect its current settings and selection.
 */
export type Standing = ConnectionStatus | 'delayed';

export const STANDINGS: readonly Standing[] = [...CONNECTION_STATUSES, 'delayed'];

export type StatusFacts = Pick<SourceConnection, 'status' | 'selectedTables' | 'missingTables'>;

export const standingOf = ({ status, selectedTables, missingTables }: StatusFacts): Standing =>
  status === 'pending' && missingTables < selectedTables ? 'delayed' : status;
