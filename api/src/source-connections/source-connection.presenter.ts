import type {
  ConnectionStatus,
  SourceConnectionAttributes,
  SourceConnectionResource,
} from '@headwater/shared/contract';
import { SET } from '../connectors/configuration.ts';
import { may } from '../http/access.ts';
import type { Workspace } from '../http/define-route.ts';
import { schemaOf } from './catalog.presenter.ts';
import type { ConnectionFacts } from './connection-facts.ts';
import type { SourceConnectionRow } from './source-connections.repository.ts';

export function presentSourceConnection(
  connection: SourceConnectionRow,
  facts: ConnectionFacts,
  { role }: Pick<Workspace, 'role'>,
): SourceConnectionResource {
  const { state: schemaState, problem } = schemaOf(connection);
  const { lastRun } = facts;
  const attributes: SourceConnectionAttributes = {
    name: connection.name,
    connector: connection.connector,
    configuration: {
      ...connection.configuration,
      ...Object.fromEntries(facts.secretFields.map((field) => [field, SET])),
    },
    address: connection.address,
    status: statusOf(connection, facts, schemaState),
    setup: connection.setup,
    lifecycle: connection.lifecycle,
    schemaState,
    failure: (schemaState === 'discover_failed' ? problem : null) ?? lastRun?.failure ?? null,
    selectedTables: facts.selectedTables,
    lastRun: lastRun && {
      id: lastRun.id,
      number: lastRun.number,
      state: lastRun.state,
      startedAt: lastRun.startedAt?.toISOString() ?? null,
      endedAt: lastRun.endedAt?.toISOString() ?? null,
      rowsRead: lastRun.rowsRead,
      rowsLoaded: lastRun.rowsLoaded,
      rowsRejected: lastRun.rowsRejected,
    },
    freshAsOf: facts.freshAsOf?.toISOString() ?? null,
    acceptsShrinking: connection.accepts_shrinking,
    createdAt: connection.created_at.toISOString(),
    version: connection.version,
    can: { edit: may(role, 'sources:edit'), sync: may(role, 'syncs:run') },
  };
  return { type: 'source_connections', id: connection.id, attributes };
}

/** The first that fits: running, queued, failed (somebody must act), paused, pending (no run yet), incomplete, synced. */
function statusOf(
  { lifecycle, setup }: SourceConnectionRow,
  { lastRun, freshAsOf }: ConnectionFacts,
  schemaState: SourceConnectionAttributes['schemaState'],
): ConnectionStatus {
  const state = lastRun?.state;
  if (state === 'running' || state === 'cancelling') return 'running';
  if (state === 'pending' || state === 'queued') return 'queued';
  if (setup === 'broken' || schemaState === 'discover_failed') return 'failed';
  // With no failure left, what is missing was somebody's decision.
  if (state === 'failed' || (state === 'partially_succeeded' && lastRun?.failure)) return 'failed';
  if (lifecycle === 'paused') return 'paused';
  if (state === 'incomplete') return 'incomplete';
  return freshAsOf ? 'synced' : 'pending';
}
