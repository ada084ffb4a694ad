import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

/** What each service account has requested, hour by hour, so that days of any time zone can be added up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table service_account_usage (
      workspace_id text not null,
      service_account_id text not null,
      hour timestamptz not null,
      requests bigint not null,
      -- Of these, those that got a 401, a 403, or a 429.
      refused bigint not null,
      bytes bigint not null,
      primary key (workspace_id, service_account_id, hour),
      foreign key (workspace_id, service_account_id)
        references service_accounts (workspace_id, id) on delete cascade
    )`.execute(db);
  await sql`create index service_account_usage_by_hour on service_account_usage (hour)`.execute(db);
  await protectByWorkspace(db, 'service_account_usage');
}
