import { sql } from 'kysely';
import { newId } from '../../../platform/database/ids.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { InstallationTables } from '../../../platform/database/tables.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { hashOneTimeCode, newOneTimeCode } from './one-time-code.ts';
import './identity.tables.ts';

type Purpose = InstallationTables['account_codes']['purpose'];

const LIFE_MINUTES: Record<Purpose, number> = {
  confirm_email: 24 * 60,
  change_email: 24 * 60,
  reset_password: 30,
};
const PURPOSES = Object.keys(LIFE_MINUTES) as Purpose[];
const MOST_LIVE = 3;

interface NewCode {
  readonly userId: string;
  readonly purpose: Purpose;
  /** The email address that the code is sent to. */
  readonly email: string;
}

export interface AccountCode {
  readonly userId: string;
  readonly purpose: Purpose;
  readonly email: string;
}

/** Issues a new code for a mail and stores its hash. Of the codes sent before, only the two newest stay valid. */
export async function issueCode(db: InstallationDb, { userId, purpose, email }: NewCode): Promise<string> {
  const code = newOneTimeCode();
  await sql`
    update account_codes set expires_at = now()
    where id in (
      select id from account_codes
      where user_id = ${userId} and purpose = ${purpose} and spent_at is null and expires_at > now()
      order by created_at desc, id desc
      offset ${MOST_LIVE - 1}
    )`.execute(db);
  await db
    .insertInto('account_codes')
    .values({
      id: newId('cod'),
      user_id: userId,
      purpose,
      code_hash: hashOneTimeCode(code),
      email,
      expires_at: sql<Date>`now() + make_interval(mins => ${LIFE_MINUTES[purpose]})`,
    })
    .execute();
  return code;
}

/**
 * Returns whose code it is if it can still be spent, and otherwise throws what is wrong with
 * it. Doesn't spend it.
 */
export async function findCode(
  db: InstallationDb,
  code: string,
  purposes: readonly Purpose[],
): Promise<AccountCode> {
  const row = await db
    .selectFrom('account_codes')
    .select(['user_id as userId', 'purpose', 'email', 'spent_at as spentAt'])
    .select(sql<boolean>`expires_at > now()`.as('isLive'))
    .where('code_hash', '=', hashOneTimeCode(code))
    .where('purpose', 'in', purposes)
    .executeTakeFirst();
  const pointer = '/data/attributes/code';
  if (!row) throw new Refusal('code_invalid', { pointer });
  if (row.spentAt) throw new Refusal('code_used', { pointer });
  if (!row.isLive) throw new Refusal('code_expired', { pointer });
  return { userId: row.userId, purpose: row.purpose, email: row.email };
}

/**
 * Spends a code in one statement, so that of two attempts at once one wins. The user's other codes
 * of this kind expire.
 */
export async function spendCode(
  db: InstallationDb,
  code: string,
  purposes: readonly Purpose[],
): Promise<AccountCode> {
  const spent = await db
    .updateTable('account_codes')
    .set({ spent_at: sql<Date>`now()` })
    .where('code_hash', '=', hashOneTimeCode(code))
    .where('purpose', 'in', purposes)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['user_id as userId', 'purpose', 'email'])
    .executeTakeFirst();
  if (!spent) {
    await findCode(db, code, purposes);
    throw new Refusal('code_used', { pointer: '/data/attributes/code' });
  }
  await expireCodes(db, spent.userId, [spent.purpose]);
  return spent;
}

/** Expires a user's open codes, of every kind unless some are given. */
export async function expireCodes(
  db: InstallationDb,
  userId: string,
  purposes: readonly Purpose[] = PURPOSES,
): Promise<void> {
  await db
    .updateTable('account_codes')
    .set({ expires_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('spent_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
}

/** Deletes codes a week after their end, when no one needs to know anymore whether a link was used or has expired. */
export async function deleteOldCodes(db: InstallationDb): Promise<void> {
  await db
    .deleteFrom('account_codes')
    .where('expires_at', '<', sql<Date>`now() - interval '7 days'`)
    .execute();
}
