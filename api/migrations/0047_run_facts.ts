import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // The workspace's own runs are a table of a connection that the product makes itself, like views.
  sql`
    create or replace view source_connections with (security_invoker = true) as
    select workspace_id, id, name, connector, configuration, address, setup, lifecycle, schema_state, schema_failure,
      discovery_started_at, discovered_at, version, last_run_number, last_lease_token, created_at, accepts_shrinking,
      configured_at, setup_at, setup_failure, schema_at, pause, change_policy, versions_kept, version_days
    from all_source_connections where deleted_at is null and connector not in ('views', 'headwater')`,
  sql`
    create unique index one_connection_of_the_product on all_source_connections (workspace_id)
    where connector = 'headwater'`,
  // The size of the version that the run has written of the table. Null before this was stored.
  sql`alter table sync_run_streams add column bytes_written bigint`,
  sql`
    create table run_facts (
      workspace_id text not null primary key,
      -- The table that readers see.
      table_id text not null,
      -- When it may be made again: not twice within a few seconds, and not while somebody does.
      next_at timestamptz not null default now(),
      foreign key (workspace_id, table_id) references tables (workspace_id, id) on delete cascade
    )`,
  // A row for each change of runs that have ended, as long as the table doesn't show it.
  sql`
    create table run_fact_changes (
      workspace_id text not null references run_facts (workspace_id) on delete cascade,
      position bigint not null generated always as identity,
      primary key (workspace_id, position)
    )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  for (const table of ['run_facts', 'run_fact_changes']) await protectByWorkspace(db, table);
}
