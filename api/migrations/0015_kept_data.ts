import { sql, type Kysely } from 'kysely';

const statements = [
  // A deleted connection stays as long as tables of it are kept. Only what reads these tables may find it, so the name
  // that everything else uses shows only the others.
  sql`alter table source_connections rename to all_source_connections`,
  sql`
    alter table all_source_connections
      add column deleted_at timestamptz,
      -- A user's name at that time.
      add column deleted_by text,
      add check (deleted_at is null or (configuration = '{}' and address = ''))`,
  sql`
    create view source_connections with (security_invoker = true) as
    select workspace_id, id, name, connector, configuration, address, setup, lifecycle, schema_state, schema_failure,
      discovery_started_at, discovered_at, version, last_run_number, last_lease_token, created_at, accepts_shrinking,
      configured_at, setup_at, setup_failure, schema_at, pause, change_policy, versions_kept, version_days
    from all_source_connections where deleted_at is null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
