import { sql, type Kysely } from 'kysely';
import { protectByWorkspace } from './row-level-security.ts';

const statements = [
  // What people say about a table and its columns. No sync changes it.
  sql`
    create table table_descriptions (
      workspace_id text not null,
      table_id text not null,
      description text not null default '',
      -- A member of the workspace.
      owner_id text,
      tags text[] not null default '{}',
      -- What is said about columns, by name. A column that has vanished keeps it, in case it returns.
      columns jsonb not null default '{}',
      version integer not null default 1,
      primary key (workspace_id, table_id),
      foreign key (workspace_id, table_id) references tables (workspace_id, id) on delete cascade,
      foreign key (workspace_id, owner_id) references memberships (workspace_id, user_id)
        on delete set null (owner_id)
    )`,
  sql`create index table_descriptions_of_owner on table_descriptions (workspace_id, owner_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
  await protectByWorkspace(db, 'table_descriptions');
}
