import { sql, type Kysely } from 'kysely';

const statements = [
  // When each part of a connection was last found out, so that its status can follow the newest of them.
  sql`
    alter table source_connections
      add column configured_at timestamptz not null default now(),
      add column setup_at timestamptz not null default now(),
      add column setup_failure jsonb,
      add column schema_at timestamptz`,
  sql`
    update source_connections set
      configured_at = created_at,
      setup_at = created_at,
      schema_at = case schema_state
        when 'ready' then discovered_at
        when 'discover_failed' then coalesce(discovery_started_at, created_at)
      end`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
