import type { SessionAttributes } from '@headwater/shared/contract';

export interface User extends Readonly<Pick<SessionAttributes, 'language' | 'theme' | 'timeZone'>> {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isSuperuser: boolean;
  /** When the demo's account goes; null for one that stays. */
  readonly demoEndsAt: Date | null;
}

/** The session that a request's cookie stands for. */
export interface CurrentSession {
  readonly id: string;
  readonly user: User;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const FRESH_MS = 15 * 60_000;

/** Whether somebody proved who they are a moment ago; each proof starts a session. What can't be undone asks for that. */
export const isFresh = ({ createdAt }: CurrentSession): boolean =>
  Date.now() - createdAt.getTime() <= FRESH_MS;

/** Who has something done; kept with what they start. The id's prefix says what they are. */
export interface Actor {
  readonly id: string;
  /** For people to read, as it was at that moment. */
  readonly name: string;
}

/** Who acts in a workspace by this request. */
export interface Principal extends Actor {
  readonly kind: 'user';
  /** A stream ends with it. */
  readonly sessionId: string;
}

export const principalOf = ({ id: sessionId, user: { id, name } }: CurrentSession): Principal => ({
  kind: 'user',
  id,
  name,
  sessionId,
});
