import type { SourceConnectionAttributes, SourceConnectionResource } from '@headwater/shared/contract';
import { SET } from '../../engine/connectors/configuration.ts';
import { may } from '../../http/access.ts';
import type { Workspace } from '../../http/define-route.ts';
import { schemaOf } from './catalog.presenter.ts';
import { lateAt, type ConnectionFacts } from './connection-facts.ts';
import { connectionStatus, type ConnectionRecord } from './connection-status.ts';
import type { SourceConnectionRow } from './source-connections.repository.ts';

export function presentSourceConnection(
  connection: SourceConnectionRow,
  facts: ConnectionFacts,
  { role }: Pick<Workspace, 'role'>,
): SourceConnectionResource {
  const { tables } = facts;
  const attributes: SourceConnectionAttributes = {
    name: connection.name,
    connector: connection.connector,
    configuration: {
      ...connection.configuration,
      ...Object.fromEntries(facts.secretFields.map((field) => [field, SET])),
    },
    address: connection.address,
    ...connectionStatus(recordOf(connection, facts)),
    setup: connection.setup,
    lifecycle: connection.lifecycle,
    pause: connection.pause,
    schedule: presentNextRun(connection, facts),
    schemaState: schemaOf(connection).state,
    discoveredAt: connection.discovered_at?.toISOString() ?? null,
    selectedTables: tables.selected,
    missingTables: tables.missing,
    outdatedTables: tables.outdated === 0 ? null : presentOutdated(tables),
    lastRun: presentLastRun(facts),
    failedRuns: facts.failedRuns,
    freshAsOf: tables.oldest?.toISOString() ?? null,
    lateAt: lateAt(facts)?.toISOString() ?? null,
    acceptsShrinking: connection.accepts_shrinking,
    changePolicy: connection.change_policy,
    pendingChanges: facts.pendingChanges,
    versionsKept: connection.versions_kept,
    versionDays: connection.version_days,
    createdAt: connection.created_at.toISOString(),
    version: connection.version,
    can: { edit: may(role, 'sources:edit'), sync: may(role, 'syncs:run') },
  };
  return { type: 'source_connections', id: connection.id, attributes };
}

const presentOutdated = ({ outdated, oldestOutdated, newestOutdated }: ConnectionFacts['tables']) => ({
  count: outdated,
  oldest: oldestOutdated!.toISOString(),
  newest: newestOutdated!.toISOString(),
});

function presentNextRun(
  { lifecycle }: SourceConnectionRow,
  { schedule }: ConnectionFacts,
): SourceConnectionAttributes['schedule'] {
  if (!schedule) return null;
  const { kind, version } = schedule;
  const nextRunAt = lifecycle === 'active' ? schedule.nextRunAt : null;
  return { kind, nextRunAt: nextRunAt?.toISOString() ?? null, version };
}

function presentLastRun({ lastRun }: ConnectionFacts): SourceConnectionAttributes['lastRun'] {
  if (!lastRun) return null;
  const { wholeStartedAt: _, startedAt, endedAt, retryAt, limitedUntil, ...facts } = lastRun;
  return {
    ...facts,
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    retryAt: retryAt?.toISOString() ?? null,
    limitedUntil: limitedUntil?.toISOString() ?? null,
  };
}

function recordOf(connection: SourceConnectionRow, { lastRun, tables }: ConnectionFacts): ConnectionRecord {
  const { state, problem, at } = schemaOf(connection);
  return {
    lifecycle: connection.lifecycle,
    configuredAt: connection.configured_at,
    setup: { state: connection.setup, at: connection.setup_at, failure: connection.setup_failure },
    schema: { state, at, failure: problem },
    lastRun,
    tables,
  };
}
