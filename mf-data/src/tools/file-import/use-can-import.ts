import { may } from '@headwater/shared/contract';
import { useSignedIn } from '@headwater/shared/session';

/** Whether the user may bring files into a workspace: whoever may change its connections. */
export function useCanImport(organizationId: string): boolean {
  const membership = useSignedIn().organizations.find((one) => one.organizationId === organizationId);
  return membership !== undefined && may(membership.role, 'sources:edit');
}
