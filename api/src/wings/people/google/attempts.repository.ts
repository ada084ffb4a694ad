import { sql } from 'kysely';
import { newId } from '../../../platform/database/ids.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { InstallationTables } from '../../../platform/database/tables.ts';
import { hashOneTimeCode } from '../identity/index.ts';
import { ATTEMPT_SECONDS } from './oauth-cookie.ts';
import type { AttemptSecrets } from './google-provider.ts';
import type { GoogleIdentity } from './identity.rules.ts';
import './google.tables.ts';

export type Purpose = InstallationTables['google_attempts']['purpose'];

const HAND_OFF_SECONDS = 60;

export interface Attempt extends AttemptSecrets {
  readonly id: string;
  readonly purpose: Purpose;
}

interface NewAttempt extends AttemptSecrets {
  readonly purpose: Purpose;
  readonly browserHmac: Buffer;
}

export async function insertAttempt(
  db: InstallationDb,
  { purpose, browserHmac, state, nonce, codeVerifier }: NewAttempt,
): Promise<void> {
  await db
    .insertInto('google_attempts')
    .values({
      id: newId('gat'),
      purpose,
      browser_hmac: browserHmac,
      state_hash: hashOneTimeCode(state),
      nonce,
      code_verifier: codeVerifier,
      expires_at: sql<Date>`now() + make_interval(secs => ${ATTEMPT_SECONDS})`,
    })
    .execute();
}

/**
 * Takes the attempt that a response belongs to, for this one response. It is one statement, so that of two
 * at once one gets it.
 */
export async function takeAttempt(
  db: InstallationDb,
  state: string,
  browserHmac: Buffer,
): Promise<Attempt | undefined> {
  const taken = await db
    .updateTable('google_attempts')
    .set({ expires_at: sql<Date>`now()` })
    .where('state_hash', '=', hashOneTimeCode(state))
    .where('browser_hmac', '=', browserHmac)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['id', 'purpose', 'nonce', 'code_verifier as codeVerifier'])
    .executeTakeFirst();
  return taken && { ...taken, state };
}

/** Whether there was such an attempt and its time is over. */
export async function isOver(db: InstallationDb, state: string): Promise<boolean> {
  const over = await db
    .selectFrom('google_attempts')
    .select('id')
    .where('state_hash', '=', hashOneTimeCode(state))
    .where('expires_at', '<=', sql<Date>`now()`)
    .executeTakeFirst();
  return over !== undefined;
}

/** Stores the provider's identity under the hash of a hand-off code, for the short time until the page fetches it. */
export async function storeHandOff(
  db: InstallationDb,
  attemptId: string,
  handOff: { readonly code: string; readonly identity: GoogleIdentity },
): Promise<void> {
  await db
    .updateTable('google_attempts')
    .set({
      identity: JSON.stringify(handOff.identity),
      hand_off_hash: hashOneTimeCode(handOff.code),
      hand_off_expires_at: sql<Date>`now() + make_interval(secs => ${HAND_OFF_SECONDS})`,
    })
    .where('id', '=', attemptId)
    .execute();
}

/** Spends a hand-off in one statement, which also deletes what the provider reported about the user. */
export async function takeHandOff(
  db: InstallationDb,
  code: string,
  { purpose, browserHmac }: { readonly purpose: Purpose; readonly browserHmac: Buffer },
): Promise<GoogleIdentity | undefined> {
  const taken = await db
    .deleteFrom('google_attempts')
    .where('hand_off_hash', '=', hashOneTimeCode(code))
    .where('browser_hmac', '=', browserHmac)
    .where('purpose', '=', purpose)
    .where('hand_off_expires_at', '>', sql<Date>`now()`)
    .returning('identity')
    .executeTakeFirst();
  return taken?.identity ?? undefined;
}

/** Deletes attempts from which no one returned, or whose hand-off no one fetched. */
export async function deleteOldAttempts(db: InstallationDb): Promise<void> {
  await db
    .deleteFrom('google_attempts')
    .where('expires_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
}
