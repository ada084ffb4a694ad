import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // Filters, sorts, and columns of a table that people have saved for each other.
  sql`
    create table table_views (
      workspace_id text not null references organizations on delete cascade,
      id text not null,
      table_id text not null,
      name text not null,
      -- The URL's query that shows it.
      query text not null,
      version integer not null default 1,
      primary key (workspace_id, id),
      foreign key (workspace_id, table_id) references tables (workspace_id, id) on delete cascade
    )`,
  sql`create unique index table_views_by_name on table_views (workspace_id, table_id, lower(name))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await protectByWorkspace(db, 'table_views');
}
