import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { installationTables, type InstallationDb } from '../../../platform/database/installation-db.ts';
import type { CurrentSession, User } from '../../../http/principal.ts';
import { hmac, type Keys } from '../../../platform/secrets/keys.ts';
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
/**
 * Activity is recorded at most this often: a session lasts for days, so a write for each
 * request would be wasteful.
 */
const SEEN_EVERY_MS = 5 * 60_000;

const USER_AGENT_LENGTH = 400;

/** The request by which someone signs in, and the session that they had before. */
export interface Visit {
  readonly session: CurrentSession | null;
  readonly request: Pick<FastifyRequest, 'ip' | 'id' | 'headers'>;
}

export interface StartedSession {
  readonly id: string;
  /** For the cookie. Never stored. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Sessions are random tokens in cookies, of which the store keeps only an HMAC. */
export class Sessions {
  readonly #database: Database;
  readonly #keys: Keys;

  constructor(database: Database, keys: Keys) {
    this.#database = database;
    this.#keys = keys;
  }

  /** Returns the live session that a cookie's token belongs to. */
  async find(token: string): Promise<CurrentSession | null> {
    const db = installationTables(this.#database);
    const found = await findLiveSession(db, hmac(this.#keys.session, token));
    if (!found) return null;
    if (Date.now() - found.lastSeenAt.getTime() > SEEN_EVERY_MS) await touchSession(db, found.session.id);
    return found.session;
  }

  /**
   * Whether the session that began with this ID is still live, under whichever one by now. What lasts asks this from time
   * to time.
   */
  async isLive(firstId: string): Promise<boolean> {
    return isLiveSession(installationTables(this.#database), firstId);
  }

  /**
   * Opens a session with a new ID for a user who has just proved who they are, and ends the one
   * that they had before.
   */
  async begin(
    db: InstallationDb,
    user: Pick<User, 'id' | 'demoEndsAt'>,
    visit: Visit,
  ): Promise<StartedSession> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = user.demoEndsAt ?? new Date(Date.now() + ABSOLUTE_DAYS * DAY_MS);
    const started = { id: newId('ses'), token, expiresAt };
    const goesOn = visit.session?.user.id === user.id;
    if (visit.session) await deleteSession(db, visit.session.id);
    await insertSession(db, {
      id: started.id,
      first_id: goesOn ? visit.session.firstId : started.id,
      user_id: user.id,
      token_hmac: hmac(this.#keys.session, token),
      expires_at: expiresAt,
      user_agent: visit.request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
      address: visit.request.ip,
    });
    await deleteSessionsBeyond(db, user.id, MAX_PER_USER);
    return started;
  }
}
