import { sql } from 'kysely';
import { newId } from '../../../platform/database/ids.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import { hashOneTimeCode, newOneTimeCode } from '../../people/identity/index.ts';
import './demo.tables.ts';

interface NewDemoCode {
  /** Whom it is for, in the operator's words. */
  readonly label: string;
  readonly maxUses: number;
  readonly days: number;
}

export interface DemoCode {
  readonly id: string;
  readonly label: string;
  readonly uses: number;
  readonly maxUses: number;
  readonly expiresAt: Date | null;
  /** Whether it is neither expired nor used up. */
  readonly isLive: boolean;
}

const hasTime = sql<boolean>`(expires_at is null or expires_at > now())`;

/** Returns the code for the link. The code itself is not stored. */
export async function insertDemoCode(
  db: InstallationDb,
  { label, maxUses, days }: NewDemoCode,
): Promise<{ id: string; code: string }> {
  const id = newId('dem');
  const code = newOneTimeCode();
  await db
    .insertInto('demo_codes')
    .values({
      id,
      label,
      code_hash: hashOneTimeCode(code),
      max_uses: maxUses,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .execute();
  return { id, code };
}

/** Whether the code admits another visitor. Doesn't count as a use. */
export async function isLiveDemoCode(db: InstallationDb, code: string): Promise<boolean> {
  const found = await db
    .selectFrom('demo_codes')
    .select('id')
    .where('code_hash', '=', hashOneTimeCode(code))
    .where('uses', '<', sql.ref<number>('max_uses'))
    .where(hasTime)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Counts a use in one statement, so that of two visitors at once, one gets the last use. Returns the
 * code's ID, or undefined.
 */
export async function useDemoCode(db: InstallationDb, code: string): Promise<string | undefined> {
  const used = await db
    .updateTable('demo_codes')
    .set({ uses: sql<number>`uses + 1` })
    .where('code_hash', '=', hashOneTimeCode(code))
    .where('uses', '<', sql.ref<number>('max_uses'))
    .where(hasTime)
    .returning('id')
    .executeTakeFirst();
  return used?.id;
}

/** Lists the codes, newest first. */
export function listDemoCodes(db: InstallationDb): Promise<DemoCode[]> {
  return db
    .selectFrom('demo_codes')
    .select(['id', 'label', 'uses', 'max_uses as maxUses', 'expires_at as expiresAt'])
    .select(sql<boolean>`${hasTime} and uses < max_uses`.as('isLive'))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/**
 * Admits no one else with this code. Visitors who are in the demo can stay. Returns whether
 * there was such a code.
 */
export async function revokeDemoCode(db: InstallationDb, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('demo_codes')
    .set({ expires_at: sql<Date>`least(expires_at, now())` })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
