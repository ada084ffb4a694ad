import { sql, type Kysely } from 'kysely';
import { StartError } from '@headwater/shared/contract';
import { APP_ROLE } from './database.ts';

interface OwnRole {
  user: string;
  database: string;
  passesOver: boolean;
  canCreateRoles: boolean;
  appRoleExists: boolean;
  isMember: boolean;
}

/**
 * Finds or creates the role that queries run as, which row-level security applies to, and grants it the
 * tables. Returns null if the connection's own user takes that part, because it can't create roles and
 * row-level security applies to it. Runs before the migrations and grants their future tables in advance.
 */
export async function prepareRole(db: Kysely<unknown>, schemaIsCurrent: boolean): Promise<string | null> {
  const own = await ownRole(db);
  const isReady = own.appRoleExists && own.isMember;
  if (!isReady && !(await makeRole(db, own))) {
    if (own.passesOver) throw roleMissing(own.user);
    return null;
  }
  if (!isReady || !schemaIsCurrent) await grantTables(db, own.database);
  return APP_ROLE;
}

async function ownRole(db: Kysely<unknown>): Promise<OwnRole> {
  const { rows } = await sql<OwnRole>`
    select
      current_user as "user",
      current_database() as "database",
      rolsuper or rolbypassrls as "passesOver",
      rolsuper or rolcreaterole as "canCreateRoles",
      exists (select from pg_roles where rolname = ${APP_ROLE}) as "appRoleExists",
      exists (
        select from pg_roles as app
        where app.rolname = ${APP_ROLE} and pg_has_role(current_user, app.oid,
          -- Before PostgreSQL 16, each member could.
          case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)
      ) as "isMember"
    from pg_roles where rolname = current_user`.execute(db);
  return rows[0]!;
}

/** Returns whether the role exists afterwards and this user may take it. */
async function makeRole(db: Kysely<unknown>, own: OwnRole): Promise<boolean> {
  if (!own.canCreateRoles) return false;
  try {
    if (!own.appRoleExists) {
      // Two processes may start at once. The slower one finds the role already created.
      await sql`
        do $$ begin
          create role ${sql.ref(APP_ROLE)} nologin nosuperuser nobypassrls nocreatedb nocreaterole;
        exception when duplicate_object or unique_violation then null; end $$`.execute(db);
    }
    await sql`grant ${sql.ref(APP_ROLE)} to current_user`.execute(db);
    return true;
  } catch (error) {
    // The role belongs to another user, who created it for another database on the same server.
    if ((error as { code?: string }).code === '42501') return false;
    // This user has just been granted it for another database. Before PostgreSQL 16, grants that run at once fail.
    if ((await ownRole(db)).isMember) return true;
    throw error;
  }
}

function roleMissing(user: string): StartError {
  return new StartError(
    `The database user ${user} bypasses row-level security and can't take the role ${APP_ROLE}.`,
    `Give DATABASE_URL a user without BYPASSRLS, or run as an administrator: CREATE ROLE ${APP_ROLE}; GRANT ${APP_ROLE} TO "${user}";`,
  );
}

async function grantTables(db: Kysely<unknown>, database: string): Promise<void> {
  const role = sql.ref(APP_ROLE);
  // The job queue's schema belongs to this role, which creates it at the first start.
  await sql`grant create on database ${sql.ref(database)} to ${role}`.execute(db);
  await sql`grant usage on schema public to ${role}`.execute(db);
  await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(db);
  // For the tables that the migrations are about to create.
  await sql`
    alter default privileges in schema public
      grant select, insert, update, delete on tables to ${role}`.execute(db);
  await grantAnalyze(db);
}

/** Lets the role analyze tables after it has filled them. Older servers only do it by themselves, within a minute. */
async function grantAnalyze(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ canGrant: boolean }>`
    select current_setting('server_version_num')::int >= 170000 as "canGrant"`.execute(db);
  if (!rows[0]!.canGrant) return;
  const role = sql.ref(APP_ROLE);
  await sql`grant maintain on all tables in schema public to ${role}`.execute(db);
  await sql`alter default privileges in schema public grant maintain on tables to ${role}`.execute(db);
}
