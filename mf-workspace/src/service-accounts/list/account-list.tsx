import { AccountName, type ServiceAccount } from '@headwater/shared/connecting';
import { useParams } from '@headwater/shared/routing';
import { Text } from '@headwater/shared/ui';
import { SearchInput } from '@headwater/shared/ui/inputs';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { Chips, FilterChip, Frame, FrameFoot, RelativeTime, Toolbar } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { useScopeText } from '../scope/scope-text.ts';
import { AccountStatus } from '../status-mark.tsx';

type Filter = 'all' | ServiceAccount['status'];
const FILTERS: readonly Filter[] = ['all', 'active', 'expiring', 'expired', 'no_token', 'disabled'];

/** The accounts with what each sees, whether its tokens work, and when it was last used. */
export function AccountList({ accounts }: { accounts: readonly ServiceAccount[] }) {
  const t = messages.use();
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const columns = useColumns();
  const of = (wanted: Filter) =>
    wanted === 'all' ? accounts : accounts.filter(({ status }) => status === wanted);
  const found = of(filter).filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const live = accounts.flatMap(({ tokens }) => tokens.filter(({ state }) => state === 'active')).length;
  return (
    <>
      <Toolbar>
        <Chips role="group" aria-label={t('accounts.filter')}>
          {FILTERS.filter((each) => each === 'all' || of(each).length > 0).map((each) => (
            <FilterChip
              key={each}
              pressed={filter === each}
              count={of(each).length}
              onClick={() => setFilter(each)}
            >
              {each === 'all' ? t('accounts.all') : t(`accounts.status.${each}`)}
            </FilterChip>
          ))}
        </Chips>
        <SearchInput label={t('accounts.find')} value={search} onChange={setSearch} />
      </Toolbar>
      <Frame bleed>
        <DataTable
          label={t('accounts.area')}
          columns={columns}
          rows={found}
          rowKey={({ id }) => id}
          density="two-line"
        />
        <FrameFoot>
          <span>
            {found.length === 0
              ? t('accounts.none_found')
              : `${t('accounts.count', { count: found.length })}, ${t('accounts.tokens_in_use', { count: live })}`}
          </span>
        </FrameFoot>
      </Frame>
    </>
  );
}

function useColumns(): DataTableColumn<ServiceAccount>[] {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const scopeText = useScopeText();
  return [
    {
      id: 'name',
      head: t('accounts.name'),
      rowHead: true,
      cell: (account) => <AccountName organizationId={organizationId} account={account} />,
    },
    {
      id: 'scope',
      head: t('accounts.can_read'),
      hideBelow: 900,
      cell: ({ scope }) => <Text tone="muted">{scopeText(scope)}</Text>,
    },
    { id: 'status', head: t('accounts.status'), cell: (account) => <AccountStatus account={account} /> },
    {
      id: 'used',
      head: t('accounts.last_used'),
      hideBelow: 600,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime iso={lastUsedAt} /> : t('accounts.never')),
    },
    {
      id: 'tokens',
      head: t('accounts.tokens'),
      align: 'end',
      hideBelow: 900,
      cell: ({ tokens }) => tokens.filter(({ state }) => state === 'active').length,
    },
    { id: 'creator', head: t('accounts.created_by'), hideBelow: 1360, cell: ({ createdBy }) => createdBy },
  ];
}
