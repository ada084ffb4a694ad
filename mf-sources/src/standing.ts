import { CONNECTION_STATUSES, type ConnectionStatus } from '@headwater/shared/contract';
import type { SourceConnection } from './source.queries.ts';

/**
 * How a connection stands, as screens say it: of those that are pending, one that has rows already is delayed, as they
 * aren't those of today's settings and tables.
 */
export type Standing = ConnectionStatus | 'delayed';

export const STANDINGS: readonly Standing[] = [...CONNECTION_STATUSES, 'delayed'];

export type Stood = Pick<SourceConnection, 'status' | 'selectedTables' | 'missingTables'>;

export const standingOf = ({ status, selectedTables, missingTables }: Stood): Standing =>
  status === 'pending' && missingTables < selectedTables ? 'delayed' : status;
