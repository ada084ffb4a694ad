import { useDialog, useSearchParams } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import { Button, Row } from '@headwater/shared/ui';
import { IconPlus } from '@headwater/shared/ui/icons';
import { AddressSearch } from '@headwater/shared/ui/inputs';
import { DataTable } from '@headwater/shared/ui/table';
import { Chips, FilterChip, Frame, FrameFoot, Toolbar } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { entriesOf, filterOf, FILTERS, keyOf } from './entry.ts';
import { InviteDialog } from './invite.dialog.tsx';
import { LinksDialog } from './links.dialog.tsx';
import type { Invitation, Member, SentInvitation } from './member.queries.ts';
import { useMemberColumns } from './use-member-columns.tsx';

interface MemberListProps {
  members: readonly Member[];
  invitations: readonly Invitation[];
}

/** Members and invitations, filtered by the URL. */
export function MemberList({ members, invitations }: MemberListProps) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const dialog = useDialog();
  const close = () => dialog.show(null, { replace: true });
  const mayEdit = useMay('members:edit');
  const [links, setLinks] = useState<readonly SentInvitation[]>([]);
  const filter = filterOf(query.get('role'));
  const search = query.get('search') ?? '';
  const write = (name: string, value: string) =>
    setQuery(
      (former) => {
        const next = new URLSearchParams(former);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const rows = entriesOf(members, invitations, filter, search);
  const columns = useMemberColumns((sent) => setLinks([sent]));
  return (
    <>
      <Toolbar>
        <Chips aria-label={t('members.filter')}>
          {FILTERS.map((each) => (
            <FilterChip
              key={each}
              pressed={filter === each}
              count={entriesOf(members, invitations, each).length}
              onClick={() => write('role', each === 'all' ? '' : each)}
            >
              {t(`members.filter.${each}`)}
            </FilterChip>
          ))}
        </Chips>
        <Row>
          <AddressSearch
            label={t('members.find')}
            value={search}
            onChange={(text) => write('search', text)}
            width={200}
          />
          {mayEdit && (
            <Button
              variant="primary"
              icon={<IconPlus />}
              onClick={() => dialog.show('invite', { replace: true })}
            >
              {t('members.invite')}
            </Button>
          )}
        </Row>
      </Toolbar>
      <Frame bleed>
        <DataTable
          label={t('members.title')}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          density="two-line"
        />
        <FrameFoot>
          <span>
            {rows.length === 0
              ? t(filter === 'invited' && search === '' ? 'members.none_invited' : 'members.none_found')
              : `${t('members.count', { count: members.length })}, ${t('members.invitation_count', { count: invitations.length })}`}
          </span>
        </FrameFoot>
      </Frame>
      {mayEdit && dialog.name === 'invite' && (
        <InviteDialog
          onClose={close}
          onSent={(sent) => {
            close();
            setLinks(sent.filter(({ link }) => link !== null));
          }}
        />
      )}
      {links.length > 0 && <LinksDialog links={links} onClose={() => setLinks([])} />}
    </>
  );
}
