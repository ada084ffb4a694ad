import type { Role } from './session.ts';
import { ROLES } from '../ground/words.ts';

/** Who may do what in a workspace, one line per permission. */
export const permissions = {
  'workspace:read': ROLES,
  'workspace:edit': ['admin'],
  'members:read': ROLES,
  'members:edit': ['admin'],
  'sources:read': ROLES,
  'sources:edit': ['admin', 'editor'],
  'syncs:run': ['admin', 'editor', 'runner'],
  'data:read': ROLES,
  'data:edit': ['admin', 'editor'],
  'service_accounts:read': ROLES,
  'service_accounts:edit': ['admin'],
  'audit:read': ['admin'],
  'share_links:read': ['admin'],
  'notifications:edit': ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

export const isPermission = (name: string): name is Permission => Object.hasOwn(permissions, name);

/**
 * Returns whether a role has a permission. Presenters use it too: a response includes what the caller may do, and the
 * screen shows only that.
 */
export function may(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
