import { sql } from 'kysely';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import './identity.tables.ts';

const WINDOW_SECONDS = 300;
const FIRST_DELAY_SECONDS = 30;
const LONGEST_DELAY_SECONDS = 900;

/** Returns for how many seconds one of these keys is blocked, or 0 if none is. */
export async function secondsBlocked(db: InstallationDb, keys: readonly Buffer[]): Promise<number> {
  const row = await db
    .selectFrom('login_failures')
    .select(sql<number>`coalesce(max(extract(epoch from blocked_until - now())), 0)::float8`.as('seconds'))
    .where('account', 'in', keys)
    .where('blocked_until', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return row.seconds;
}

/**
 * Counts a failure under a key. The last allowed failure within five minutes blocks the key for a short time,
 * and each further one for twice as long. After 15 minutes without one, all are forgotten.
 */
export async function insertLoginFailure(db: InstallationDb, key: Buffer, allowed: number): Promise<void> {
  const isForgotten = sql<boolean>`
    case
      when login_failures.blocked_until is null
        then login_failures.first_failed_at < now() - make_interval(secs => ${WINDOW_SECONDS})
      else login_failures.blocked_until < now() - make_interval(secs => ${LONGEST_DELAY_SECONDS})
    end`;
  await sql`
    insert into login_failures as login_failures (account, failures, first_failed_at)
    values (${key}, 1, now())
    on conflict (account) do update set
      failures = case when ${isForgotten} then 1 else login_failures.failures + 1 end,
      first_failed_at = case when ${isForgotten} then now() else login_failures.first_failed_at end,
      blocked_until = case
        when ${isForgotten} or login_failures.failures + 1 < ${allowed} then null
        else now() + make_interval(secs => least(
          ${LONGEST_DELAY_SECONDS},
          ${FIRST_DELAY_SECONDS} * power(2, least(login_failures.failures + 1 - ${allowed}, 20))
        ))
      end`.execute(db);
}

export async function deleteLoginFailures(db: InstallationDb, keys: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('login_failures').where('account', 'in', keys).execute();
}

export async function deleteOldLoginFailures(db: InstallationDb): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where('first_failed_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}
