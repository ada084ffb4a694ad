import { useFormat } from '@headwater/shared/messages';
import { Cut, Mono, Row, TwoLines } from '@headwater/shared/ui';
import { StatusBadge, Tag } from '@headwater/shared/ui/workspace';
import type { DataTableColumn } from '@headwater/shared/ui/table';
import { AgoCell, DateCell, HeadCell } from '../list/cells.tsx';
import { messages } from '../messages.ts';
import type { SuperuserOrganization } from '../superuser.queries.ts';

type Column = DataTableColumn<SuperuserOrganization>;

export function useOrganizationColumns(): Column[] {
  const t = messages.use();
  const { bytes, number } = useFormat();
  const figure = (id: 'members' | 'rows', hideBelow: Column['hideBelow']): Column => ({
    id,
    head: t(`organizations.${id}`),
    align: 'end',
    hideBelow,
    cell: (row) => number(row[id]),
  });
  return [
    { id: 'name', head: t('organizations.name'), rowHead: true, cell: (row) => <NameCell {...row} /> },
    {
      id: 'lastActivity',
      head: t('organizations.lastActivity'),
      hideBelow: 900,
      cell: (row) => <AgoCell iso={row.lastActivityAt} />,
    },
    {
      id: 'created',
      head: t('organizations.created'),
      hideBelow: 1360,
      cell: (row) => <DateCell iso={row.createdAt} />,
    },
    figure('members', 900),
    {
      id: 'connections',
      head: t('organizations.connections'),
      align: 'end',
      cell: (row) => <Connections {...row} />,
    },
    figure('rows', 600),
    {
      id: 'storage',
      head: t('organizations.storage'),
      align: 'end',
      hideBelow: 600,
      cell: (row) => bytes(row.bytes),
    },
  ];
}

function NameCell({ name, id, deletedAt }: SuperuserOrganization) {
  const t = messages.use();
  const { date } = useFormat();
  return (
    <HeadCell>
      <TwoLines>
        <Row gap={2} nowrap>
          <Cut title={name}>{name}</Cut>
          {deletedAt !== null && (
            <Tag title={t('organizations.deletedAt', { day: date(deletedAt) })}>
              {t('organizations.deleted')}
            </Tag>
          )}
        </Row>
        <Cut title={id}>
          <Mono>{id}</Mono>
        </Cut>
      </TwoLines>
    </HeadCell>
  );
}

function Connections({ connections, failingConnections }: SuperuserOrganization) {
  const t = messages.use();
  const { number } = useFormat();
  return (
    <Row gap={3} justify="end" nowrap>
      {failingConnections > 0 && (
        <StatusBadge status="action_required">
          {t('organizations.failing', { count: number(failingConnections) })}
        </StatusBadge>
      )}
      {number(connections)}
    </Row>
  );
}
