import { sql, type Kysely } from 'kysely';

/**
 * The order of names in people's lists: apple, Österreich, Zebra, and dept_2 before dept_10. Names that are alike to it
 * are in the order of their bytes, so that a page can begin after any of them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create collation alphabetical (provider = icu, locale = 'en-u-kn')`.execute(db);
}
