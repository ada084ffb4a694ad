import { useParams } from '@headwater/shared/routing';
import { useMay, useSignedIn } from '@headwater/shared/session';

/** Returns the workspace in the URL, and whether the user may change its sources. */
export function useWorkspace() {
  const { organizationId = '' } = useParams();
  const membership = useSignedIn().organizations.find((one) => one.organizationId === organizationId);
  return { organizationId, name: membership?.name ?? '', canEdit: useMay('sources:edit') };
}
