import { readdir } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import pg from 'pg';
import { StartError } from '@headwater/shared/contract';
import { prepareRole } from './app-role.ts';
import type { Connection } from '@headwater/base/postgres/connection';

const FOLDER = new URL('../../../migrations/', import.meta.url);

/** What all migrations until `LAST_BEFORE` added up to. They are gone; see docs/decisions/0092-old-migrations-are-one-baseline.md. */
const BASELINE = '0066_baseline';
const LAST_BEFORE = '0066_one_spelling_of_canceled';
/** The commit that brings older data to `LAST_BEFORE`. */
const UPGRADES_OLDER = 'f9b59c38';

/** Returns the names of our migrations in order, such as `0066_baseline`. */
async function migrationNames(): Promise<string[]> {
  const files = await readdir(FOLDER);
  return files
    .filter((file) => /^\d{4}_\w+\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort();
}

/** Our migrations, by name. */
export const migrations: MigrationProvider = {
  async getMigrations() {
    const names = await migrationNames();
    const load = async (name: string) =>
      [name, (await import(new URL(`${name}.ts`, FOLDER).href)) as Migration] as const;
    return Object.fromEntries(await Promise.all(names.map(load)));
  },
};

/**
 * Migrates the schema to this version, one process at a time, as the connection's own user. Returns the role
 * that queries are to run as, or null if it is that user itself. Refuses data written by a newer version, or by one from
 * before the baseline.
 */
export async function migrate(connection: Connection): Promise<string | null> {
  const pool = new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: 10_000 });
  pool.on('error', () => undefined); // the query that hits the broken connection reports it
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    // Ends with the connection. Migrations have a lock of their own, but grants that run at once fail.
    await sql`select pg_advisory_lock(hashtext('headwater: schema and rights'))`.execute(db);
    await adoptOlder(db);
    const applied = await appliedMigrations(db);
    const ours = await migrationNames();
    refuseOlder(applied);
    refuseNewer(applied, ours);
    const isCurrent = applied.length === ours.length;
    const role = await prepareRole(db, isCurrent);
    if (!isCurrent) await runMigrations(db);
    return role;
  } finally {
    await db.destroy();
  }
}

async function appliedMigrations(db: Kysely<unknown>): Promise<string[]> {
  const { rows: found } = await sql<{
    found: boolean;
  }>`select to_regclass('kysely_migration') is not null as found`.execute(db);
  if (!found[0]?.found) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

/** Data at the last of the old migrations has the schema of the baseline, so only its history changes. */
async function adoptOlder(db: Kysely<unknown>): Promise<void> {
  if (!(await appliedMigrations(db)).includes(LAST_BEFORE)) return;
  await sql`
    with gone as (delete from kysely_migration where name <= ${LAST_BEFORE} and name <> ${BASELINE} returning name)
    insert into kysely_migration (name, timestamp)
    select ${BASELINE}, ${new Date().toISOString()} from gone where name = ${LAST_BEFORE}`.execute(db);
}

function refuseOlder(applied: readonly string[]): void {
  const last = applied.at(-1);
  if (last === undefined || last > LAST_BEFORE || applied.includes(BASELINE)) return;
  throw new StartError(
    `The data was written by an old version of the product: its schema ends with ${last}, which can't be upgraded anymore.`,
    `Make a copy of the data, start the version of commit ${UPGRADES_OLDER} on it once, stop it, and start this version again.`,
  );
}

function refuseNewer(applied: readonly string[], ours: readonly string[]): void {
  const unknown = applied.filter((name) => !ours.includes(name));
  if (unknown.length === 0) return;
  throw new StartError(
    `The data was written by a newer version of the product: its schema has ${unknown.join(', ')}, unknown here.`,
    'Start that version or a later one, or restore the backup from before the upgrade.',
  );
}

async function runMigrations(db: Kysely<unknown>): Promise<void> {
  // Row-level security applies to the owner too (it is forced), and a migration covers all workspaces.
  await sql`select set_config('app.ws', '*', false)`.execute(db);
  const { error, results } = await new Migrator({ db, provider: migrations }).migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'the first migration';
  throw new Error(`${failed} failed and was rolled back.`, { cause: error });
}
