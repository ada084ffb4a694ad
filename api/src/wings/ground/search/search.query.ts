import { sql, type RawBuilder } from 'kysely';
import type { SearchHit } from '@headwater/shared/contract';

/** The most hits of each kind. */
const HITS = 6;

interface Finding {
  readonly kind: SearchHit['kind'];
  /** Has `id`, `name`, and what the hit says about its place; null for what it doesn't have. */
  readonly columns: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly name: RawBuilder<unknown>;
  /** What words may be found in besides the name: a table by the name of its connection. */
  readonly place?: RawBuilder<unknown>;
}

const NOWHERE = sql`null::text as "sourceConnectionId", null::text as "sourceConnectionName",
  null::text as "tableName", null::bigint as rows`;
const NO_RUN = sql`null::timestamptz as "nextRunAt", false as "isPaused"`;
const UNCHANGED = sql`null::timestamptz as "changedAt"`;
const CURRENT_TABLES = sql`
  tables here join all_source_connections connection
    on connection.workspace_id = here.workspace_id and connection.id = here.source_connection_id
  join table_versions version on version.workspace_id = here.workspace_id
    and version.table_id = here.id and version.version = here.current_version`;
const SCHEDULE = sql`left join connection_schedules schedule on schedule.workspace_id = connection.workspace_id
    and schedule.source_connection_id = connection.id`;
const NEXT_RUN = sql`case when connection.lifecycle = 'active' then schedule.next_run_at end as "nextRunAt",
  connection.lifecycle = 'paused' as "isPaused"`;
const PLACE = sql`connection.id as "sourceConnectionId", connection.name as "sourceConnectionName"`;

const named = (
  kind: SearchHit['kind'],
  { from, changedAt }: { from: RawBuilder<unknown>; changedAt: RawBuilder<unknown> },
): Finding => ({
  kind,
  columns: sql`here.id, here.name, ${NOWHERE}, ${NO_RUN}, ${changedAt}`,
  from,
  name: sql`here.name`,
});

/** Where names are looked for. `here` has the workspace. */
const FINDINGS: readonly Finding[] = [
  {
    kind: 'connection',
    columns: sql`here.id, here.name, ${PLACE}, null::text as "tableName", null::bigint as rows, ${NEXT_RUN}, ${UNCHANGED}`,
    from: sql`source_connections here
      join all_source_connections connection on connection.workspace_id = here.workspace_id and connection.id = here.id
      ${SCHEDULE}`,
    name: sql`here.name`,
  },
  {
    kind: 'table',
    columns: sql`here.id, here.table_name as name, ${PLACE}, here.table_name as "tableName", version.rows,
      ${NEXT_RUN}, ${UNCHANGED}`,
    from: sql`${CURRENT_TABLES} ${SCHEDULE}`,
    name: sql`here.table_name`,
    place: sql`connection.name`,
  },
  {
    kind: 'column',
    columns: sql`here.id || ' ' || found.name as id, found.name, ${PLACE}, here.table_name as "tableName",
      null::bigint as rows, ${NO_RUN}, ${UNCHANGED}`,
    from: sql`${CURRENT_TABLES}
      cross join lateral (select entry ->> 'name' as name from jsonb_array_elements(version.columns) entry) found`,
    name: sql`found.name`,
    place: sql`here.table_name`,
  },
  named('report', { from: sql`reports here`, changedAt: sql`here.changed_at as "changedAt"` }),
  named('saved_query', {
    from: sql`saved_queries here join saved_query_versions current on current.workspace_id = here.workspace_id
      and current.saved_query_id = here.id and current.version = here.version`,
    changedAt: sql`current.saved_at as "changedAt"`,
  }),
  named('service_account', { from: sql`service_accounts here`, changedAt: UNCHANGED }),
];

/**
 * Returns the query for what has every word in its name or its place, and at least one in its name. Names that begin
 * with the text come first, then those with a word that does, then the shortest.
 */
export function hitsFor(workspaceId: string, words: readonly string[]): RawBuilder<unknown> {
  const escaped = words.map((word) => word.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`));
  const all = sql`${escaped.map((word) => `%${word}%`)}::text[]`;
  const begins = `${escaped.join(' ')}%`;
  const beginsWord = `(^|[^[:alnum:]])${words[0]!.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`;
  const finding = ({ kind, columns, from, name, place }: Finding) => {
    const text = place ? sql`lower(concat_ws(' ', ${name}, ${place}))` : sql`lower(${name})`;
    return sql`(
      select ${kind}::text as kind, ${columns},
        case when lower(${name}) like ${begins} then 0 when lower(${name}) ~ ${beginsWord} then 1 else 2 end as rank
      from ${from}
      where here.workspace_id = ${workspaceId} and ${text} like all (${all}) and lower(${name}) like any (${all})
      order by rank, length(${name}), lower(${name}), 2
      limit ${sql.lit(HITS)}
    )`;
  };
  const found = sql.join(FINDINGS.map(finding), sql` union all `);
  return sql`select kind, id, name, "sourceConnectionId", "sourceConnectionName", "tableName", rows, "nextRunAt", "isPaused",
    "changedAt" from (${found}) found`;
}
