import { useQuery } from '@headwater/shared/query';
import { useParams, useTitle } from '@headwater/shared/routing';
import { useMay, useRefusal } from '@headwater/shared/session';
import { Note, QueryBoundary, Skeleton } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { memberQueries } from './member.queries.ts';
import { MemberList } from './member-list.tsx';

/** Who belongs to the workspace and who is invited. */
export function MembersPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const members = useQuery(memberQueries.list(organizationId));
  const invitations = useQuery(memberQueries.invitations(organizationId));
  const mayEdit = useMay('members:edit');
  const refusal = useRefusal();
  useTitle(t('members.title'));
  return (
    <QueryBoundary
      query={members}
      thing={t('members.thing')}
      loading={<Skeleton width="100%" height={240} />}
    >
      {(found) => (
        <>
          {!mayEdit && <Note>{refusal(t('members.admins_only'))}</Note>}
          <MemberList members={found} invitations={invitations.data ?? []} />
        </>
      )}
    </QueryBoundary>
  );
}
