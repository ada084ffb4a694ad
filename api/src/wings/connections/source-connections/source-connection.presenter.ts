import type {
  ListedConnection,
  ListedConnectionAttributes,
  SourceConnectionResource,
} from '@headwater/shared/contract';
import { SET } from '@headwater/protocol/configuration';
import { may } from '../../../http/access.ts';
import type { Workspace } from '../../../http/define-route.ts';
import { schemaOf } from './catalog/catalog.presenter.ts';
import { lateAt, type ConnectionFacts } from './connection-facts.ts';
import { connectionStatus, type ConnectionRecord } from './connection-status.ts';
import type { ListedRow, SourceConnectionRow } from './source-connections.repository.ts';

export function presentSourceConnection(
  connection: SourceConnectionRow,
  facts: ConnectionFacts,
  workspace: Pick<Workspace, 'role'>,
): SourceConnectionResource {
  const { attributes, ...listed } = presentListed(connection, facts, workspace);
  const secrets = Object.fromEntries(facts.secretFields.map((field) => [field, SET]));
  return {
    ...listed,
    attributes: { ...attributes, configuration: { ...connection.configuration, ...secrets } },
  };
}

export function presentListed(
  connection: ListedRow,
  facts: ConnectionFacts,
  { role }: Pick<Workspace, 'role'>,
): ListedConnection {
  const { tables } = facts;
  const attributes: ListedConnectionAttributes = {
    name: connection.name,
    connector: connection.connector,
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
  { lifecycle }: ListedRow,
  { schedule }: ConnectionFacts,
): ListedConnectionAttributes['schedule'] {
  if (!schedule) return null;
  const { kind, version } = schedule;
  const nextRunAt = lifecycle === 'active' ? schedule.nextRunAt : null;
  return { kind, nextRunAt: nextRunAt?.toISOString() ?? null, version };
}

function presentLastRun({ lastRun }: ConnectionFacts): ListedConnectionAttributes['lastRun'] {
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

function recordOf(connection: ListedRow, { lastRun, tables }: ConnectionFacts): ConnectionRecord {
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
