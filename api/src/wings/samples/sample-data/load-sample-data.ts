import type { Language } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import { requireConnectionRoom } from '../../ground/quotas/index.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import type { Actor } from '../../../http/principal.ts';
import type { Workspace } from '../../../http/route-context.ts';
import type { Visit } from '../../people/identity/index.ts';
import type { Services } from '../../../http/services.ts';
import {
  addressOf,
  connectorInputs,
  insertSourceConnection,
  listSelectedStreams,
  markDiscovery,
  nameFound,
  replaceStreams,
} from '../../connections/source-connections/index.ts';
import { ensureTable } from '../../tables/tables/index.ts';
import { addSampleReports, type SampleReader, type SampleTable } from './sample-reports.ts';

const CONNECTOR = 'sample_shop';
const CONNECTION_NAME = 'Sample shop';

/** Where the samples are loaded: a member's workspace, or any other that provides its own transactions. */
export type Target = Pick<Workspace, 'id' | 'transaction'>;

/** The user for whom they are loaded, and the request that does so. */
export interface Loader {
  readonly actor: Actor;
  readonly request?: Visit['request'];
  readonly language: Language;
  /** The user's, or null if it's the browser's, which isn't known here. */
  readonly timeZone: string | null;
}

/**
 * Connects the sample shop, makes its reports, and starts its first sync, with two years of orders up to today. Returns
 * the connection's ID. The rows are loaded in the background.
 */
export async function loadSampleData(services: Services, target: Target, by: Loader): Promise<string> {
  const configuration = { size: 'small', startDate: new Date().toISOString().slice(0, 10) };
  const inputs = await target.transaction(async (db) => {
    await requireConnectionRoom(db, services.config.quotas);
    return connectorInputs(db, services, { connector: CONNECTOR, configuration });
  });
  const requester = { workspaceId: target.id, userId: by.actor.id };
  const streams = await services.discoveries.streamsOf(requester, inputs);
  const id = newId('src');
  await target.transaction(async (db) => {
    await requireConnectionRoom(db, services.config.quotas);
    await insertSourceConnection(db, {
      id,
      name: CONNECTION_NAME,
      connector: CONNECTOR,
      configuration,
      address: addressOf(configuration, []),
      setup: 'connected',
    });
    await replaceStreams(db, id, await nameFound(db, id, streams, true));
    const reports = await addReportsOf(db, id, by);
    await markDiscovery(db, id, 'ready');
    const runId = await services.syncs.begin(db, id, by.actor);
    await recordLoading(db, { id, runId, reports }, by);
    await services.events.publishIn(db, { type: 'source_connections', id, sourceConnectionId: id });
  });
  return id;
}

/** Makes the reports of a connected sample, and its tables, because users look for them right after loading it. */
export async function addReportsOf(db: WorkspaceDb, id: string, by: Loader): Promise<string[]> {
  const tables: SampleTable[] = [];
  for (const stream of await listSelectedStreams(db, id)) {
    const { table_name: tableName, columns, primary_key: primaryKey } = stream;
    tables.push({ id: await ensureTable(db, id, stream), tableName, columns, primaryKey });
  }
  return addSampleReports(db, tables, readerOf(by));
}

/** Records what was made for the user, and the run that was started, if any. */
export async function recordLoading(
  db: WorkspaceDb,
  { id, runId, reports }: { id: string; runId?: string; reports: readonly string[] },
  { actor, request }: Loader,
): Promise<void> {
  const by = { actorId: actor.id, workspaceId: db.workspaceId, request };
  await audit(db, { action: 'source_connection.create', ...by, subject: { type: 'source_connections', id } });
  if (runId) await audit(db, { action: 'sync_run.start', ...by, subject: { type: 'sync_runs', id: runId } });
  for (const report of reports)
    await audit(db, { action: 'report.create', ...by, subject: { type: 'reports', id: report } });
}

const readerOf = ({ actor: by, language, timeZone }: Loader): SampleReader => ({
  by,
  language,
  zone: timeZone ?? 'UTC',
});
