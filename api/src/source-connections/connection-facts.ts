import { sql } from 'kysely';
import type { Failure, RunState } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../db/workspace-db.ts';
import { listSecretFields } from './connection-secrets.repository.ts';

/** What is known of a connection beside its own row. */
export interface ConnectionFacts {
  secretFields: readonly string[];
  selectedTables: number;
  freshAsOf: Date | null;
  lastRun: LastRun | null;
}

interface LastRun {
  id: string;
  number: number;
  state: RunState;
  startedAt: Date | null;
  endedAt: Date | null;
  rowsRead: number;
  rowsLoaded: number;
  rowsRejected: number;
  failure: Failure | null;
}

interface Found {
  id: string;
  selectedTables: number;
  freshAsOf: Date | null;
  lastRun:
    (Omit<LastRun, 'startedAt' | 'endedAt'> & { startedAt: string | null; endedAt: string | null }) | null;
}

/** The facts of several connections in one trip, by id. */
export async function connectionFacts(
  db: WorkspaceDb,
  ids: readonly string[],
): Promise<Map<string, ConnectionFacts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Found>`
    select
      connection.id,
      (select count(*) from streams
        where workspace_id = ${db.workspaceId} and source_connection_id = connection.id and selected) as "selectedTables",
      (select max(committed_at) from table_versions join tables
          on tables.id = table_versions.table_id and tables.current_version = table_versions.version
        where tables.workspace_id = ${db.workspaceId} and tables.source_connection_id = connection.id) as "freshAsOf",
      (select json_build_object(
          'id', run.id, 'number', run.number, 'state', run.state, 'startedAt', run.started_at, 'endedAt', run.ended_at,
          'failure', run.failure, 'rowsRead', totals.read, 'rowsLoaded', totals.loaded, 'rowsRejected', totals.rejected)
        from sync_runs run, lateral (
          select coalesce(sum(rows_read), 0) as read, coalesce(sum(rows_loaded), 0) as loaded,
            coalesce(sum(rows_rejected), 0) as rejected
          from sync_run_streams where workspace_id = run.workspace_id and run_id = run.id
        ) totals
        where run.workspace_id = ${db.workspaceId} and run.source_connection_id = connection.id
        order by run.number desc limit 1) as "lastRun"
    from unnest(${[...ids]}::text[]) as connection (id)`.execute(db);
  const secrets = await listSecretFields(db, ids);
  return new Map(rows.map(({ id, ...found }) => [id, factsOf(found, secrets.get(id) ?? [])]));
}

function factsOf({ lastRun, ...found }: Omit<Found, 'id'>, secretFields: readonly string[]): ConnectionFacts {
  const date = (text: string | null) => text && new Date(text);
  return {
    ...found,
    secretFields,
    lastRun: lastRun && {
      ...lastRun,
      startedAt: date(lastRun.startedAt) || null,
      endedAt: date(lastRun.endedAt) || null,
    },
  };
}

export async function factsOfOne(db: WorkspaceDb, id: string): Promise<ConnectionFacts> {
  return (await connectionFacts(db, [id])).get(id)!;
}
