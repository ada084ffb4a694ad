import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import type { DelimitedFile, StreamColumn } from '@headwater/protocol/protocol';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';

/** The most runs that the table has: the newest ones. */
const RUN_FACTS_MAX = 100_000;
const PAGE = 5_000;

const fact = (name: string, type: string, kind: StreamColumn['kind'], nullable = false): StreamColumn => ({
  ...{ name, type, kind, nullable, sourceType: type, encoding: 'value' },
});

const TIME = 'TIMESTAMP WITH TIME ZONE';

/** What the table says of a run. Nothing of what was read, and no text that a source has sent. */
export const FACT_COLUMNS: readonly StreamColumn[] = [
  fact('run_id', 'VARCHAR', 'text'),
  fact('connection', 'VARCHAR', 'text'),
  fact('run_number', 'BIGINT', 'number'),
  fact('outcome', 'VARCHAR', 'text'),
  fact('trigger', 'VARCHAR', 'text'),
  fact('started_at', TIME, 'timestamp', true),
  fact('ended_at', TIME, 'timestamp'),
  fact('duration_seconds', 'DECIMAL(12,3)', 'number', true),
  fact('attempts', 'BIGINT', 'number'),
  fact('tables', 'BIGINT', 'number'),
  fact('tables_complete', 'BIGINT', 'number'),
  fact('rows_read', 'BIGINT', 'number'),
  fact('rows_loaded', 'BIGINT', 'number'),
  fact('rows_rejected', 'BIGINT', 'number'),
  fact('bytes_written', 'BIGINT', 'number', true),
  fact('failure', 'VARCHAR', 'text', true),
];

interface Place {
  endedAt: string;
  id: string;
}

/** SQL for a moment as the engine reads it. */
const moment = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || '+00'`;

/**
 * Returns a page of the workspace's ended runs as texts, in the order of the columns and of their ends. Rows count as
 * they do for the run itself: loaded and rejected ones of tables that are complete.
 */
async function pageOfFacts(db: WorkspaceDb, after: Place): Promise<(string | null)[][]> {
  const { rows } = await sql<{ facts: (string | null)[] }>`
    select array[
      run.id, run.name, run.number::text,
      case run.state when 'partially_succeeded' then 'partially succeeded' else run.state end,
      case run.trigger when 'after' then 'after another connection' else replace(run.trigger, '_', ' ') end,
      ${moment('run.started_at')}, ${moment('run.ended_at')},
      round(extract(epoch from run.ended_at - run.started_at)::numeric, 3)::text,
      run.attempt::text, totals.tables::text, totals.complete::text, totals.read::text, totals.loaded::text,
      totals.rejected::text, totals.bytes::text,
      coalesce(nullif(run.failure -> 'values' ->> 'causeCode', ''), run.failure ->> 'code')
    ] as facts
    from (
      select run.*, connection.name from sync_runs run
      -- Those of a deleted connection are gone, except for some that its kept tables come from.
      join source_connections connection on connection.workspace_id = run.workspace_id
        and connection.id = run.source_connection_id
      where run.workspace_id = ${db.workspaceId} and run.ended_at is not null
        and (run.ended_at, run.id) > (${after.endedAt}::timestamptz, ${after.id})
      order by run.ended_at, run.id limit ${PAGE}
    ) run
    cross join lateral (
      select count(*) as tables, count(*) filter (where stream.state = 'complete') as complete,
        coalesce(sum(stream.rows_read), 0) as read,
        coalesce(sum(stream.rows_loaded) filter (where stream.state = 'complete'), 0) as loaded,
        coalesce(sum(stream.rows_rejected) filter (where stream.state = 'complete'), 0) as rejected,
        sum(stream.bytes_written) as bytes
      from sync_run_streams stream where stream.workspace_id = run.workspace_id and stream.run_id = run.id
    ) totals
    order by run.ended_at, run.id`.execute(db);
  return rows.map(({ facts }) => facts);
}

/** Returns the place before the newest runs. */
async function placeBeforeNewest(db: WorkspaceDb): Promise<Place> {
  const { rows } = await sql<Place>`
    select ${moment('run.ended_at')} as "endedAt", run.id from sync_runs run
    join source_connections connection on connection.workspace_id = run.workspace_id
      and connection.id = run.source_connection_id
    where run.workspace_id = ${db.workspaceId} and run.ended_at is not null
    order by run.ended_at desc, run.id desc offset ${RUN_FACTS_MAX} limit 1`.execute(db);
  return rows[0] ?? { endedAt: '-infinity', id: '' };
}

const ENDED_AT = FACT_COLUMNS.findIndex(({ name }) => name === 'ended_at');
const field = (value: string | null) => (value === null ? '' : `"${value.replaceAll('"', '""')}"`);

/** Writes what the table says of each ended run, each once, into a file. */
export async function writeFacts(db: WorkspaceDb, path: string): Promise<DelimitedFile> {
  const file = await open(path, 'wx', 0o600);
  let written = 0;
  try {
    let after = await placeBeforeNewest(db);
    for (;;) {
      const page = await pageOfFacts(db, after);
      const last = page.at(-1);
      if (!last) break;
      await file.write(page.map((facts) => `${facts.map(field).join(',')}\n`).join(''));
      written += page.length;
      after = { endedAt: last[ENDED_AT]!, id: last[0]! };
    }
  } finally {
    await file.close();
  }
  return { path, delimiter: ',', newline: '\n', skip: 0, rows: written, temporary: true };
}
