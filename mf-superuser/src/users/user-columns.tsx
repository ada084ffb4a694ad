import { useFormat } from '@headwater/shared/messages';
import { Cut, CutMiddle, Row, TwoLines } from '@headwater/shared/ui';
import { Avatar, Tag } from '@headwater/shared/ui/workspace';
import { IconShield } from '@headwater/shared/ui/icons';
import type { DataTableColumn } from '@headwater/shared/ui/table';
import { AgoCell, DateCell, HeadCell } from '../list/cells.tsx';
import { messages } from '../messages.ts';
import type { SuperuserUser } from '../superuser.queries.ts';
import { Memberships } from './memberships.tsx';

export function useUserColumns(): DataTableColumn<SuperuserUser>[] {
  const t = messages.use();
  const { number } = useFormat();
  return [
    { id: 'user', head: t('users.name'), rowHead: true, cell: (row) => <UserCell {...row} /> },
    {
      id: 'created',
      head: t('users.created'),
      hideBelow: 1360,
      cell: (row) => <DateCell iso={row.createdAt} />,
    },
    {
      id: 'lastSignIn',
      head: t('users.lastSignIn'),
      hideBelow: 600,
      cell: (row) => <AgoCell iso={row.lastSignInAt} />,
    },
    {
      id: 'workspaces',
      head: t('users.workspaces'),
      hideBelow: 900,
      cell: (row) => <Memberships of={row.organizations} />,
    },
    {
      id: 'sessions',
      head: t('users.sessions'),
      align: 'end',
      hideBelow: 900,
      cell: (row) => number(row.sessions),
    },
  ];
}

function UserCell({ name, email, isSuperuser }: SuperuserUser) {
  const t = messages.use();
  return (
    <HeadCell>
      <Avatar name={name} size={32} />
      <TwoLines>
        <Row nowrap>
          <Cut title={name}>{name}</Cut>
          {isSuperuser && (
            <Tag tone="accent">
              <IconShield size={12} />
              {t('users.superuser')}
            </Tag>
          )}
        </Row>
        <CutMiddle>{email}</CutMiddle>
      </TwoLines>
    </HeadCell>
  );
}
