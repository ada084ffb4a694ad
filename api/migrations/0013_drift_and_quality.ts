import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // Since when the connection misses its freshness target. Null while it is on time.
  sql`alter table connection_schedules add column late_since timestamptz`,
  // How many rows the table had after the run, and how many of them are NULL, by column. Null if the run didn't count them.
  sql`alter table sync_run_streams add column table_rows bigint, add column null_counts jsonb`,
  sql`
    update sync_run_streams set table_rows = rows_loaded
    where state = 'complete' and mode = 'full_refresh_overwrite'`,
  // The table has been empty until now. It refers to tables by name, because they are used before they are first loaded.
  sql`drop table dependencies`,
  sql`
    create table dependencies (
      workspace_id text not null,
      source_connection_id text not null,
      -- An empty name stands for the connection as a whole.
      table_name text not null default '',
      -- An empty name stands for the table as a whole.
      column_name text not null default '',
      -- What uses it: a stream's key, cursor, filter, or mask, or the schedule of a connection that follows.
      dependent_type text not null,
      dependent_id text not null,
      primary key (workspace_id, source_connection_id, table_name, column_name, dependent_type, dependent_id),
      foreign key (workspace_id, source_connection_id)
        references source_connections (workspace_id, id) on delete cascade
    )`,
  sql`create index dependencies_of_dependent on dependencies (workspace_id, dependent_type, dependent_id)`,
  sql`
    insert into dependencies (workspace_id, source_connection_id, table_name, column_name, dependent_type, dependent_id)
    select streams.workspace_id, streams.source_connection_id, table_name, used.column_name, used.type, stream_key
    from streams join stream_settings settings using (workspace_id, source_connection_id, stream_key),
      lateral (
        select jsonb_array_elements_text(coalesce(nullif(settings.key_columns, 'null'), streams.primary_key)), 'stream_key'
          where settings.destination_sync_mode in ('append_dedup', 'history')
        union select cursor_column, 'stream_cursor' where cursor_column is not null
        union select each ->> 'column', 'stream_filter'
          from jsonb_array_elements(coalesce(nullif(row_filter, 'null'), '[]')) each
        union select jsonb_object_keys(masks), 'stream_mask'
      ) used (column_name, type)
    where selected`,
  sql`
    insert into dependencies (workspace_id, source_connection_id, dependent_type, dependent_id)
    select workspace_id, after_connection_id, 'schedule', source_connection_id
    from connection_schedules where after_connection_id is not null`,
  // What a pending change is compared with: the columns and the key as they were before it.
  sql`alter table schema_changes add column baseline jsonb`,
  sql`
    create unique index one_pending_change
      on schema_changes (workspace_id, source_connection_id, stream_key) where state = 'pending'`,
  // The tables of the source were listed again in this run because this one had changed.
  sql`alter table sync_run_streams add column schema_refreshed boolean not null default false`,
  // Columns that a run left out. They are changes at the source now, about which the connection's policy decides.
  sql`alter table sync_run_streams drop column new_columns`,
  // The cursor that is suggested for the stream. Null if none of its columns is one, or its connector can't use it.
  sql`alter table streams add column suggested_cursor text`,
  sql`
    update streams set suggested_cursor = (
      select name
      from jsonb_array_elements(columns) with ordinality as listed (entry, position), lateral (
        select entry ->> 'name' as name, (entry ->> 'nullable')::boolean as nullable,
          entry ->> 'type' in ('TIMESTAMP WITH TIME ZONE', 'TIMESTAMP') as is_time,
          entry ->> 'type' = 'TIMESTAMP' as lacks_zone,
          entry ->> 'type' in ('BIGINT', 'INTEGER') and primary_key = jsonb_build_array(entry ->> 'name') as is_growing_key
      ) facts, lateral (
        select case
          when is_time and name ~* '^(last_?)?(updated|modified|changed)(_?(at|on|time|date|timestamp))?$' then 1
          when is_time and name ~* '^(date|time)_?(updated|modified|changed)$' then 2
          when is_time and name ~* '^(last_?)?(update|modification|change)_?(at|on|time|date|timestamp)?$' then 3
          when is_time and name ~* '^write_?date$|^system_?modstamp$|^_?modified_?on$' then 4
          when is_time and name ~* '^(created|inserted|added|logged|occurred|recorded)(_?(at|on|time|date|timestamp))?$' then 5
          when is_time and name ~* '^(date|time)_?(created|added)$' then 6
          when is_time and name ~* '^(creation|event|insert)_?(at|on|time|date|timestamp)$' then 7
          when is_growing_key then 8
        end as rule
      ) named
      where rule is not null
      order by case when rule <= 4 then 1 when rule <= 7 then 2 else 3 end, nullable, rule, lacks_zone, position
      limit 1
    )
    where source_connection_id in (select id from source_connections where connector <> 'csv')`,
  // When the file was last compared with its hash.
  sql`alter table version_files add column verified_at timestamptz`,
  // Between loading and committing, a table's rows are checked.
  sql`alter table sync_run_streams drop constraint sync_run_streams_phase_check`,
  sql`
    alter table sync_run_streams add constraint sync_run_streams_phase_check
      check (phase in ('waiting', 'reading', 'loading', 'checking', 'committing', 'done'))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await protectByWorkspace(db, 'dependencies');
}
