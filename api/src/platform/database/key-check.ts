import { sql } from 'kysely';
import { StartError } from '@headwater/shared/contract';
import { deriveKeyCheck, type Keys } from '../secrets/keys.ts';
import type { Database } from './database.ts';
import { installationTransaction } from './installation-db.ts';

/** Whether the store holds data that only its own keys can read. New keys must not replace them. */
export async function holdsData(database: Database): Promise<boolean> {
  return installationTransaction(database, async (db) => {
    const { rows } = await sql<{ holdsData: boolean }>`
      select exists (select from key_checks) or exists (select from users) as "holdsData"`.execute(db);
    return rows[0]!.holdsData;
  });
}

/** Throws a StartError if the store was written with other keys. Records the keys at the first start. */
export async function requireItsKeys(database: Database, keys: Keys, dataDirectory: string): Promise<void> {
  const ours = deriveKeyCheck(keys);
  const theirs = await installationTransaction(database, async (db) => {
    await sql`insert into key_checks (check_value) values (${ours}) on conflict do nothing`.execute(db);
    const { rows } = await sql<{ check_value: Buffer }>`select check_value from key_checks`.execute(db);
    return rows[0]!.check_value;
  });
  if (theirs.equals(ours)) return;
  throw new StartError(
    `The keys in ${dataDirectory}/keys.json are not those that this database was written with.`,
    'Put the keys.json of this database into the data directory, or set DATABASE_URL or HEADWATER_DATA so that they belong together.',
  );
}
