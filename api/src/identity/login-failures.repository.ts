import { sql } from 'kysely';
import type { InstallationDb } from '../db/installation-db.ts';
import './identity.tables.ts';

/** Failed logins of an account, whether anybody has it or not: the table holds the HMACs of addresses. */
const ALLOWED = 5;
const WINDOW_SECONDS = 300;
const FIRST_DELAY_SECONDS = 30;
const LONGEST_DELAY_SECONDS = 900;

/** For how many seconds the account takes no further attempt; 0 if it does. */
export async function secondsBlocked(db: InstallationDb, account: Buffer): Promise<number> {
  const row = await db
    .selectFrom('login_failures')
    .select(sql<number>`extract(epoch from blocked_until - now())::float8`.as('seconds'))
    .where('account', '=', account)
    .where('blocked_until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.seconds ?? 0;
}

/**
 * Counts a failure. The fifth within five minutes blocks the account for a moment, each one after it for twice as long;
 * a quarter of an hour without one, and all is forgotten.
 */
export async function insertLoginFailure(db: InstallationDb, account: Buffer): Promise<void> {
  const isForgotten = sql<boolean>`
    case
      when login_failures.blocked_until is null
        then login_failures.first_failed_at < now() - make_interval(secs => ${WINDOW_SECONDS})
      else login_failures.blocked_until < now() - make_interval(secs => ${LONGEST_DELAY_SECONDS})
    end`;
  await sql`
    insert into login_failures as login_failures (account, failures, first_failed_at)
    values (${account}, 1, now())
    on conflict (account) do update set
      failures = case when ${isForgotten} then 1 else login_failures.failures + 1 end,
      first_failed_at = case when ${isForgotten} then now() else login_failures.first_failed_at end,
      blocked_until = case
        when ${isForgotten} or login_failures.failures + 1 < ${ALLOWED} then null
        else now() + make_interval(secs => least(
          ${LONGEST_DELAY_SECONDS},
          ${FIRST_DELAY_SECONDS} * power(2, least(login_failures.failures + 1 - ${ALLOWED}, 20))
        ))
      end`.execute(db);
}

export async function deleteLoginFailures(db: InstallationDb, account: Buffer): Promise<void> {
  await db.deleteFrom('login_failures').where('account', '=', account).execute();
}

export async function deleteOldLoginFailures(db: InstallationDb): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('first_failed_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
