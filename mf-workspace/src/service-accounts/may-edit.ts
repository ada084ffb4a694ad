import { may } from '@headwater/shared/contract';
import { useParams } from '@headwater/shared/routing';
import { useSession } from '@headwater/shared/session';

/** Whether the user may create service accounts and change them. */
export function useMayEdit(): boolean {
  const { organizationId } = useParams();
  const organization = useSession()?.organizations.find((each) => each.organizationId === organizationId);
  return organization !== undefined && may(organization.role, 'service_accounts:edit');
}
