import { sql, type Insertable, type Kysely } from 'kysely';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { InstallationTables } from '../../../platform/database/tables.ts';
import type { CurrentSession } from '../../../http/principal.ts';
import './identity.tables.ts';
import { userColumns } from './users.repository.ts';

type Db = Kysely<InstallationTables>;

const IDLE_DAYS = 7;
const isLive = sql<boolean>`
  sessions.expires_at > now() and sessions.last_seen_at > now() - make_interval(days => ${IDLE_DAYS})`;

interface FoundSession {
  readonly session: CurrentSession;
  readonly lastSeenAt: Date;
}

/** Returns a token's session, if it is live by the clock of the database, which all processes share. */
export async function findLiveSession(db: Db, tokenHmac: Buffer): Promise<FoundSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id as sessionId', 'sessions.first_id as firstId', 'sessions.created_at as createdAt'])
    .select(['sessions.expires_at as expiresAt', 'sessions.last_seen_at as lastSeenAt'])
    .select(userColumns)
    .where('sessions.token_hmac', '=', tokenHmac)
    .where(isLive)
    .executeTakeFirst();
  if (!row) return undefined;
  const { sessionId, firstId, createdAt, expiresAt, lastSeenAt, ...user } = row;
  return { session: { id: sessionId, firstId, user, createdAt, expiresAt }, lastSeenAt };
}

export async function isLiveSession(db: Db, firstId: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('first_id', '=', firstId)
    .where(isLive)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a user's sessions, the most recently used first. */
export async function listLiveSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'address', 'user_agent as userAgent'])
    .select(['created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('user_id', '=', userId)
    .where(isLive)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Returns the IP addresses where the sessions of an email address's owner began, empty if it has no account. */
export async function listSessionAddresses(db: InstallationDb, emailFolded: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('address')
    .distinct()
    .where('users.email_folded', '=', emailFolded)
    .where('address', 'is not', null)
    .where(isLive)
    .execute();
  return rows.map(({ address }) => address!);
}

export async function insertSession(
  db: InstallationDb,
  session: Insertable<InstallationTables['sessions']>,
): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export async function touchSession(db: Db, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteSession(db: InstallationDb, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

/** Returns whether the user had such a session. */
export async function deleteSessionOf(db: InstallationDb, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends a user's oldest sessions, so that `most` are left. */
export async function deleteSessionsBeyond(db: InstallationDb, userId: string, most: number): Promise<void> {
  const kept = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most);
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'not in', kept).execute();
}

/** Ends all of a user's sessions, except for the one to keep. */
export async function deleteSessionsOf(
  db: InstallationDb,
  userId: string,
  kept: string | null = null,
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(kept !== null, (query) => query.where('id', '!=', kept!))
    .execute();
}

/** Deletes sessions that have expired or were idle for too long. */
export async function deleteDeadSessions(db: InstallationDb): Promise<void> {
  await sql`delete from sessions where not (${isLive})`.execute(db);
}
