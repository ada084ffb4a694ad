import { may } from '@headwater/shared/contract';
import { useSignedIn } from '@headwater/shared/session';

/** Returns whether the user may change the workspace's reports. */
export function useCanEdit(organizationId: string): boolean {
  const membership = useSignedIn().organizations.find((one) => one.organizationId === organizationId);
  return membership !== undefined && may(membership.role, 'data:edit');
}
