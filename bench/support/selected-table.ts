import { randomUUID } from 'node:crypto';
import {
  DEFAULT_STREAM_SETTINGS,
  type CatalogAttributes,
  type SourceConnectionAttributes,
  type StreamSettings,
  type StreamSettingsAttributes,
  type SyncRunAttributes,
} from '@headwater/shared/contract';
import type { SourceDatabase } from '../../e2e/support/source-database.ts';
import type { Client } from './client.ts';

export interface SelectedTable {
  organizationId: string;
  sourceConnectionId: string;
  /** The API's path of the connection. */
  connection: string;
  /** The API's path of the connection's runs. */
  runs: string;
}

/** Creates a workspace with a connection to `source` of which only these tables are selected. */
export async function selectTable(
  client: Client,
  source: SourceDatabase,
  ...names: string[]
): Promise<SelectedTable> {
  const organizationId = await newWorkspace(client);
  const { host, port, database, user, password } = source;
  const configuration = { host, port, database, user, password, sslmode: 'prefer' };
  const table = await connectSource(client, organizationId, 'postgres', configuration);
  await select(client, table, ...names);
  return table;
}

export async function newWorkspace(client: Client): Promise<string> {
  const { id } = await client.post('organizations', 'organizations', { name: 'Bench' });
  return id;
}

/** Creates a connection and waits until its tables are discovered. */
export async function connectSource(
  client: Client,
  organizationId: string,
  connector: string,
  configuration: Record<string, unknown>,
): Promise<SelectedTable> {
  const connections = `organizations/${organizationId}/source-connections`;
  const { id } = await client.post<SourceConnectionAttributes>(connections, 'source_connections', {
    name: 'bench',
    connector,
    configuration,
  });
  const connection = `${connections}/${id}`;
  await client.post(`${connection}/discoveries`, 'discoveries', {});
  await catalogOf(client, connection);
  return { organizationId, sourceConnectionId: id, connection, runs: `${connection}/sync-runs` };
}

export async function select(
  client: Client,
  { connection }: SelectedTable,
  ...names: string[]
): Promise<void> {
  const catalog = await catalogOf(client, connection);
  const selection = { add: names };
  await client.patch(`${connection}/selection`, 'selections', selection, catalog.attributes.version);
}

/** From now on, a table is read by this cursor, and each key keeps its latest row. */
export async function mirrorByCursor(
  client: Client,
  { connection }: SelectedTable,
  table: string,
  cursorColumn: string,
): Promise<void> {
  const path = `${connection}/catalog/streams/${table}/settings`;
  const { attributes } = await client.watch<StreamSettingsAttributes>(path, () => true);
  const settings: StreamSettings = {
    ...DEFAULT_STREAM_SETTINGS,
    syncMode: 'incremental',
    destinationSyncMode: 'append_dedup',
    cursorColumn,
  };
  await client.patch(path, 'stream_settings', settings, attributes.version);
}

function catalogOf(client: Client, connection: string) {
  const isDiscovered = ({ state }: CatalogAttributes) => state === 'ready' || state === 'discover_failed';
  return client.watch<CatalogAttributes>(`${connection}/catalog`, isDiscovered);
}

const ENDED = ['succeeded', 'partially_succeeded', 'incomplete', 'failed', 'canceled'];

/** Starts a run, waits until it has ended, and returns it. */
export async function endedRun(client: Client, runs: string): Promise<SyncRunAttributes> {
  const started = await client.post<SyncRunAttributes>(
    runs,
    'sync_runs',
    {},
    { 'idempotency-key': randomUUID() },
  );
  const isEnded = ({ state }: SyncRunAttributes) => ENDED.includes(state);
  return (await client.watch<SyncRunAttributes>(`${runs}/${started.id}`, isEnded)).attributes;
}
