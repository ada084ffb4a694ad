import type { CatalogAttributes, Column } from '@headwater/shared/contract';
import { failure } from '@headwater/base/failures/failure';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { DISCOVERY_LOST_AFTER_MS } from './discoveries.ts';
import type { ListedRow, SourceConnectionRow } from '../source-connections.repository.ts';

type CatalogFacts = Pick<CatalogAttributes, 'tables' | 'missingTables' | 'position' | 'rowsPerSecond'>;

export function presentCatalog(connection: SourceConnectionRow, facts: CatalogFacts) {
  const { state, problem } = schemaOf(connection);
  const attributes: CatalogAttributes = {
    ...facts,
    state,
    position: state === 'discovering' ? facts.position : null,
    discoveredAt: connection.discovered_at?.toISOString() ?? null,
    failure: problem,
    version: connection.version,
  };
  return { type: 'catalogs' as const, id: connection.id, attributes };
}

/** Presents a column without the fields that only a connector needs. */
export const presentColumn = ({
  name,
  kind,
  type,
  sourceType,
  nullable,
  isLost,
  lost = 'stopped',
}: StreamColumn): Column => ({
  name,
  kind,
  type,
  sourceType,
  nullable,
  ...(isLost && { lost }),
});

/**
 * Returns the state of the discovery. One whose process was lost counts as failed, so that it
 * can be requested again.
 */
export function schemaOf(connection: ListedRow) {
  const { schema_state: state, schema_failure: problem, schema_at: at } = connection;
  const lostAt = new Date((connection.discovery_started_at?.getTime() ?? 0) + DISCOVERY_LOST_AFTER_MS);
  const lost = state === 'discovering' && Date.now() > lostAt.getTime();
  return lost
    ? { state: 'discover_failed' as const, problem: failure('process_lost'), at: lostAt }
    : { state, problem, at };
}
