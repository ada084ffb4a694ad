import { ROLES, type Role } from '@headwater/shared/contract';
import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { CompactSelect, Cut, CutMiddle, Row, Text, toast, TwoLines } from '@headwater/shared/ui';
import type { DataTableColumn } from '@headwater/shared/ui/table';
import { Avatar, Tag } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { Entry } from './entry.ts';
import { InvitationActions } from './invitation-actions.tsx';
import { MemberActions } from './member-actions.tsx';
import { changeRole, type Invitation, type Member, type SentInvitation } from './member.queries.ts';

/** `onLink` gets an invitation with a new link to pass on. */
export function useMemberColumns(onLink: (sent: SentInvitation) => void): DataTableColumn<Entry>[] {
  const t = messages.use();
  const format = useFormat();
  return [
    {
      id: 'who',
      head: t('members.member'),
      rowHead: true,
      cell: (entry) =>
        entry.kind === 'member' ? <Who member={entry.member} /> : <Invited invitation={entry.invitation} />,
    },
    {
      id: 'role',
      head: t('members.role'),
      cell: (entry) =>
        entry.kind === 'member' ? (
          <MemberRole key={entry.member.role} member={entry.member} />
        ) : (
          <Text tone="muted">{t(`role.${entry.invitation.role}`)}</Text>
        ),
    },
    {
      id: 'joined',
      head: t('members.joined'),
      hideBelow: 900,
      cell: (entry) => (
        <Text tone="muted">
          {entry.kind === 'member'
            ? format.date(entry.member.joinedAt)
            : entry.invitation.isExpired
              ? '–'
              : t('members.expires', { when: format.relative(entry.invitation.expiresAt) })}
        </Text>
      ),
    },
    {
      id: 'actions',
      head: '',
      align: 'end',
      cell: (entry) =>
        entry.kind === 'member' ? (
          <MemberActions member={entry.member} />
        ) : (
          <InvitationActions invitation={entry.invitation} onLink={onLink} />
        ),
    },
  ];
}

function Who({ member: { name, email, isYou } }: { member: Member }) {
  const t = messages.use();
  return (
    <Row gap={3} nowrap>
      <Avatar name={name || email} />
      <TwoLines>
        <Row nowrap>
          <Cut title={name}>{name || email}</Cut>
          {isYou && <Tag>{t('members.you')}</Tag>}
        </Row>
        <CutMiddle>{email}</CutMiddle>
      </TwoLines>
    </Row>
  );
}

function Invited({ invitation: { email, invitedBy, createdAt, isExpired } }: { invitation: Invitation }) {
  const t = messages.use();
  const format = useFormat();
  const by = t('members.invited_by', { name: invitedBy, when: format.relative(createdAt) });
  return (
    <Row gap={3} nowrap>
      <Avatar name={email} />
      <TwoLines>
        <Row nowrap>
          <CutMiddle>{email}</CutMiddle>
          <Tag tone={isExpired ? 'warn' : 'accent'}>
            {t(isExpired ? 'members.expired' : 'members.invited')}
          </Tag>
        </Row>
        <Cut title={by}>{by}</Cut>
      </TwoLines>
    </Row>
  );
}

function MemberRole({ member: { id, name, email, role, can } }: { member: Member }) {
  const t = messages.use();
  const errorText = useErrorText();
  const { organizationId = '' } = useParams();
  const change = useMutation({
    mutationFn: (wanted: Role) => changeRole(organizationId, id, wanted),
    onSuccess: (_, wanted) =>
      toast.success(t('members.role_changed', { name: name || email, role: t(`role.${wanted}`) })),
    onError: (error) => toast.error(errorText(error)),
  });
  if (!can.changeRole) return <Text tone="muted">{t(`role.${role}`)}</Text>;
  return (
    <CompactSelect
      bare
      width={120}
      label={t('members.role_of', { name: name || email })}
      value={change.isPending ? change.variables : role}
      options={ROLES.map((each) => ({ value: each, label: t(`role.${each}`) }))}
      onChange={(wanted) => change.mutate(wanted as Role)}
    />
  );
}
