import { sql, type Kysely } from 'kysely';

/**
 * Puts a tenant table under row-level security: a transaction sees and writes the rows of the workspace in `app.ws`
 * only, none while it is unset, and those of all workspaces while it is '*' (see src/platform/database/installation-db.ts).
 * Every migration that makes a tenant table calls this; a test finds the table that was forgotten.
 */
export async function protectByWorkspace(db: Kysely<unknown>, table: string, column = 'workspace_id') {
  const condition = sql`${sql.ref(column)} = current_setting('app.ws', true) or current_setting('app.ws', true) = '*'`;
  await sql`alter table ${sql.table(table)} enable row level security`.execute(db);
  await sql`alter table ${sql.table(table)} force row level security`.execute(db);
  await sql`create policy one_workspace on ${sql.table(table)} using (${condition}) with check (${condition})`.execute(
    db,
  );
}
