import { may, type Permission } from '@headwater/shared/contract';
import { useParams } from '@headwater/shared/routing';
import { useSession } from '@headwater/shared/session';

/** Whether the user's role in the workspace in the URL has a permission. */
export function useMay(permission: Permission): boolean {
  const { organizationId } = useParams();
  const organization = useSession()?.organizations.find((each) => each.organizationId === organizationId);
  return organization !== undefined && may(organization.role, permission);
}
