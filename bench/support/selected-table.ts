import { randomUUID } from 'node:crypto';
import type {
  CatalogAttributes,
  SourceConnectionAttributes,
  SyncRunAttributes,
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

/** Creates a workspace with a connection to `source` of which only this table is selected. */
export async function selectTable(
  client: Client,
  source: SourceDatabase,
  name: string,
): Promise<SelectedTable> {
  const { id: organizationId } = await client.post('organizations', 'organizations', { name: 'Bench' });
  const connections = `organizations/${organizationId}/source-connections`;
  const { host, port, database, user, password } = source;
  const connection = await client.post<SourceConnectionAttributes>(connections, 'source_connections', {
    name: 'bench',
    connector: 'postgres',
    configuration: { host, port, database, user, password, sslmode: 'prefer' },
  });
  const path = `${connections}/${connection.id}`;
  await client.post(`${path}/discoveries`, 'discoveries', {});
  const isDiscovered = ({ state }: CatalogAttributes) => state === 'ready' || state === 'discover_failed';
  const catalog = await client.watch<CatalogAttributes>(`${path}/catalog`, isDiscovered);
  const selection = { add: [name] };
  await client.patch(`${path}/selection`, 'selections', selection, catalog.attributes.version);
  return { organizationId, sourceConnectionId: connection.id, connection: path, runs: `${path}/sync-runs` };
}

const ENDED = ['succeeded', 'partially_succeeded', 'incomplete', 'failed', 'cancelled'];

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
