import { sql, type Insertable, type Kysely } from 'kysely';
import type { InstallationDb } from '../db/installation-db.ts';
import type { InstallationTables } from '../db/tables.ts';
import type { CurrentSession } from '../http/route-context.ts';
import './identity.tables.ts';

type Db = Kysely<InstallationTables>;

const IDLE_DAYS = 7;
const isLive = sql<boolean>`
  sessions.expires_at > now() and sessions.last_seen_at > now() - make_interval(days => ${IDLE_DAYS})`;

interface FoundSession {
  readonly session: CurrentSession;
  readonly lastSeenAt: Date;
}

/** The session of a token, if it has neither expired nor idled away. By the database's clock, which all processes share. */
export async function findLiveSession(db: Db, tokenHmac: Buffer): Promise<FoundSession | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.expires_at', 'sessions.last_seen_at'])
    .select(['users.id as userId', 'users.email', 'users.name', 'users.is_superuser'])
    .where('sessions.token_hmac', '=', tokenHmac)
    .where(isLive)
    .executeTakeFirst();
  if (!row) return undefined;
  const user = { id: row.userId, email: row.email, name: row.name, isSuperuser: row.is_superuser };
  return { session: { id: row.id, user, expiresAt: row.expires_at }, lastSeenAt: row.last_seen_at };
}

export async function isLiveSession(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where(isLive)
    .executeTakeFirst();
  return row !== undefined;
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

export async function deleteSession(db: Db | InstallationDb, id: string): Promise<void> {
  // The two know different tables besides this one, which is too much for the compiler.
  await (db as Db).deleteFrom('sessions').where('id', '=', id).execute();
}

/** Ends a person's oldest sessions, so that `most` are left. */
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

/** Clears away what has expired or idled away. */
export async function deleteDeadSessions(db: InstallationDb): Promise<void> {
  await sql`delete from sessions where not (${isLive})`.execute(db);
}
