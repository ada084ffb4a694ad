import type { Permission } from '@headwater/shared/contract';

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
export type Access = AnonymousAccess | SignedInAccess | AccountAccess | SuperuserAccess | MemberAccess;

/** Anybody, signed in or not. */
export const anonymous = (): AnonymousAccess => ({ kind: 'anonymous' });

/** Anybody with a session; 401 to others. */
export const signedIn = (): SignedInAccess => ({ kind: 'signed_in' });

/** Anybody with an account that stays; 403 to who is in the demo. */
export const account = (): AccountAccess => ({ kind: 'account' });

/**
 * Superusers who proved who they are within 15 minutes; 403 to those who didn't. 404 to everybody else who is signed in, so that
 * the area's routes cannot be told from absent ones.
 */
export const superuser = (): SuperuserAccess => ({ kind: 'superuser' });

/** Members of the `:organizationId` in the path: 404 to those who aren't, 403 where the role lacks the permission. */
export const member = (permission: Permission): MemberAccess => ({ kind: 'member', permission });
