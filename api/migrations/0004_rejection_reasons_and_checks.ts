import { sql, type Kysely } from 'kysely';

const statements = [
  // Null in rows of runs from before there were codes: those have their English reason alone.
  sql`
    alter table rejected_rows
      add column code text,
      add column reason_values jsonb not null default '{}'`,
  // Of connector and configuration, secrets included, under a key of the installation: by it a passed check is known
  // to be of what is saved. Null in checks from before there were any: they vouch for nothing.
  sql`alter table connection_checks add column fingerprint bytea`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
