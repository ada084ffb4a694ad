import type { Permission, ServiceRight } from '@headwater/shared/contract';

export { may, type Permission } from '@headwater/shared/contract';

interface AnonymousAccess {
  readonly kind: 'anonymous';
}
interface SignedInAccess {
  readonly kind: 'signed_in';
}
interface AccountAccess {
  readonly kind: 'account';
}
interface SuperuserAccess {
  readonly kind: 'superuser';
}
interface MemberAccess {
  readonly kind: 'member';
  readonly permission: Permission;
}
interface TokenAccess extends MemberAccess {
  /** What a service account needs for it. */
  readonly opensTo: ServiceRight;
}
interface ServiceAccountAccess {
  readonly kind: 'service_account';
}
export type Access =
  | AnonymousAccess
  | SignedInAccess
  | AccountAccess
  | SuperuserAccess
  | MemberAccess
  | TokenAccess
  | ServiceAccountAccess;

/** Everyone, signed in or not. */
export const anonymous = (): AnonymousAccess => ({ kind: 'anonymous' });

/** Everyone with a session. Others get a 401. */
export const signedIn = (): SignedInAccess => ({ kind: 'signed_in' });

/** Everyone with a permanent account. Demo users get a 403. */
export const account = (): AccountAccess => ({ kind: 'account' });

/**
 * Superusers who confirmed their identity within the last 15 minutes. Other superusers get a 403. Everyone
 * else who is signed in gets a 404, so that the area's routes can't be told apart from absent ones.
 */
export const superuser = (): SuperuserAccess => ({ kind: 'superuser' });

/**
 * Members of the `:organizationId` in the path. Others get a 404, and members whose role lacks
 * the permission a 403.
 */
export const member = (permission: Permission): MemberAccess => ({ kind: 'member', permission });

/**
 * Members who may read data, and the workspace's service accounts. The handler has to read tables by
 * `readingVersion`, or ask `tables/visible-data.ts`, which hides what isn't in a service account's scope.
 */
export const reader = (): TokenAccess => memberOrToken('data:read', 'data:read');

/**
 * Members with the permission, and service accounts with the right. The handler shows an account only what
 * `tables/visible-data.ts` lets it see.
 */
export const memberOrToken = (permission: Permission, right: ServiceRight): TokenAccess => ({
  kind: 'member',
  permission,
  opensTo: right,
});

/**
 * The workspace's service accounts, whatever their rights. Everyone else gets a 401, people with a session too. The
 * handler lets an account do only what it has the right for: see `callRoute`.
 */
export const serviceAccount = (): ServiceAccountAccess => ({ kind: 'service_account' });
