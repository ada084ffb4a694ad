import { randomBytes } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { newId } from '../db/ids.ts';
import { installationTables, type InstallationDb } from '../db/installation-db.ts';
import type { CurrentSession } from '../http/route-context.ts';
import { hmac, type Keys } from '../keys.ts';
import {
  deleteSession,
  deleteSessionsBeyond,
  findLiveSession,
  insertSession,
  isLiveSession,
  touchSession,
} from './sessions.repository.ts';

const DAY_MS = 86_400_000;
const ABSOLUTE_DAYS = 14;
const MAX_PER_USER = 20;
/** Being seen is written down at most this often: a session lives for days, a write for each call would be waste. */
const SEEN_EVERY_MS = 5 * 60_000;

export interface StartedSession {
  readonly id: string;
  /** For the cookie; stored nowhere. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Random tokens in cookies, of which the store knows an HMAC only. */
export class Sessions {
  readonly #database: Database;
  readonly #keys: Keys;

  constructor(database: Database, keys: Keys) {
    this.#database = database;
    this.#keys = keys;
  }

  /** The live session that a cookie's token stands for. */
  async find(token: string): Promise<CurrentSession | null> {
    const db = installationTables(this.#database);
    const found = await findLiveSession(db, hmac(this.#keys.session, token));
    if (!found) return null;
    if (Date.now() - found.lastSeenAt.getTime() > SEEN_EVERY_MS) await touchSession(db, found.session.id);
    return found.session;
  }

  /** Whether a session still lives; a stream asks this from time to time. */
  async isLive(sessionId: string): Promise<boolean> {
    return isLiveSession(installationTables(this.#database), sessionId);
  }

  /** A new session for who has just proved who they are; ends the one that they came with. Its id is always new. */
  async begin(db: InstallationDb, userId: string, former: CurrentSession | null): Promise<StartedSession> {
    const token = randomBytes(32).toString('base64url');
    const started = { id: newId('ses'), token, expiresAt: new Date(Date.now() + ABSOLUTE_DAYS * DAY_MS) };
    if (former) await deleteSession(db, former.id);
    await insertSession(db, {
      id: started.id,
      user_id: userId,
      token_hmac: hmac(this.#keys.session, token),
      expires_at: started.expiresAt,
    });
    await deleteSessionsBeyond(db, userId, MAX_PER_USER);
    return started;
  }

  async end(sessionId: string): Promise<void> {
    await deleteSession(installationTables(this.#database), sessionId);
  }
}
