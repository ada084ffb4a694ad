import { sql, type Kysely } from 'kysely';

const statements = [
  // What an account may do, where its requests may come from, and how many run at once for how long.
  sql`
    alter table service_accounts
      add column rights text[] not null default '{data:read}',
      add column networks text[] not null default '{}',
      add column requests_max smallint not null default 5,
      add column seconds_max smallint not null default 60`,
  // Service accounts repeat requests, too. People's keys go with them.
  sql`alter table idempotency_keys add column caller_id text`,
  sql`update idempotency_keys set caller_id = user_id`,
  sql`
    alter table idempotency_keys
      drop constraint idempotency_keys_pkey,
      alter column caller_id set not null,
      add primary key (workspace_id, caller_id, key),
      alter column user_id drop not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
