import { may, type Permission } from '../contract/people/permissions.policy.ts';
import { queryClient } from '../query/index.ts';
import { useParams } from '../routing/index.ts';
import { sessionQuery, useSession, type Session } from './session.ts';

/** Whether the user's role in the workspace in the URL has a permission. */
export function useMay(permission: Permission): boolean {
  const { organizationId } = useParams();
  return mayIn(useSession(), organizationId, permission);
}

/** For loaders, which have no hooks: nothing is fetched ahead that the API would refuse. */
export function mayFetch(organizationId: string, permission: Permission): boolean {
  return mayIn(queryClient.getQueryData(sessionQuery.queryKey) ?? null, organizationId, permission);
}

function mayIn(session: Session | null, organizationId: string | undefined, permission: Permission) {
  const organization = session?.organizations.find((each) => each.organizationId === organizationId);
  return organization !== undefined && may(organization.role, permission);
}
