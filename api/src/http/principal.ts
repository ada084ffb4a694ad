import type { AccountLimits, DataScope, ServiceRight, SessionAttributes } from '@headwater/shared/contract';

export interface User extends Readonly<Pick<SessionAttributes, 'language' | 'theme' | 'timeZone'>> {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isSuperuser: boolean;
  /** When the demo account is deleted, or null for a permanent account. */
  readonly demoEndsAt: Date | null;
}

/** The session that a request's cookie belongs to. */
export interface CurrentSession {
  readonly id: string;
  /** Under which it began: it gets a new ID whenever its user proves again who they are. */
  readonly firstId: string;
  readonly user: User;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const FRESH_MS = 15 * 60_000;

/**
 * Whether the user has recently proved who they are, as irreversible actions require. Each
 * proof starts a session.
 */
export const isFresh = ({ createdAt }: CurrentSession): boolean =>
  Date.now() - createdAt.getTime() <= FRESH_MS;

/** The author of an action, kept with what they start. The ID's prefix shows what they are. */
export interface Actor {
  readonly id: string;
  /** For people to read, as it was at that time. */
  readonly name: string;
}

/** The user who acts in a workspace with this request. */
export interface UserPrincipal extends Actor {
  readonly kind: 'user';
  /** A stream ends with this session. */
  readonly firstSessionId: string;
  readonly isDemo: boolean;
}

/** The service account whose token a request carries. */
export interface ServiceAccountPrincipal extends Actor {
  readonly kind: 'service_account';
  /** What it sees of the workspace's data. Null for everything. */
  readonly scope: DataScope | null;
  readonly rights: readonly ServiceRight[];
  readonly limits: AccountLimits;
}

/** The link by which someone without an account sees a report. */
export interface ShareLinkPrincipal extends Actor {
  readonly kind: 'share_link';
  /** The tables and columns that the report's cards and filters name. */
  readonly scope: DataScope;
}

/** Who acts in a workspace with this request. */
export type Principal = UserPrincipal | ServiceAccountPrincipal | ShareLinkPrincipal;

/** Whether people read what it asks for. They expect texts in alphabetical order, and machines by code points. */
export const isForPeople = ({ kind }: Principal): boolean => kind !== 'service_account';

export const principalOf = ({ firstId, user }: CurrentSession): UserPrincipal => ({
  kind: 'user',
  id: user.id,
  name: user.name,
  firstSessionId: firstId,
  isDemo: user.demoEndsAt !== null,
});
