import { AccountName, type ServiceAccount } from '@headwater/shared/connecting';
import { useFormat } from '@headwater/shared/messages';
import { Cut, Stack, styled, Text, TwoLines } from '@headwater/shared/ui';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { Frame, Mark, RelativeTime } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';

interface ConnectionsProps {
  organizationId: string;
  accounts: readonly ServiceAccount[];
  /** The one that is chosen. */
  current: ServiceAccount;
}

/** What can connect, and when, from where, and with which program it did last, the latest first. */
export function Connections({ organizationId, accounts, current }: ConnectionsProps) {
  const t = messages.use();
  const columns = useColumns(organizationId);
  const at = ({ lastUsedAt }: ServiceAccount) => lastUsedAt ?? '';
  return (
    <Stack gap={3} role="region" aria-label={t('connect.history')}>
      <h2>{t('connect.history')}</h2>
      <Frame>
        <DataTable
          label={t('connect.history')}
          rows={accounts.toSorted((one, other) => (at(one) < at(other) ? 1 : at(one) > at(other) ? -1 : 0))}
          rowKey={({ id }) => id}
          isSelected={({ id }) => id === current.id}
          columns={columns}
          density="two-line"
        />
      </Frame>
      <Text tone="dim" size={13}>
        {t('connect.history_note')}
      </Text>
    </Stack>
  );
}

function useColumns(organizationId: string): DataTableColumn<ServiceAccount>[] {
  const t = messages.use();
  return [
    {
      id: 'account',
      head: t('connect.account'),
      rowHead: true,
      cell: (account) => <AccountName organizationId={organizationId} account={account} />,
    },
    {
      id: 'tokens',
      head: t('connect.tokens'),
      hideBelow: 600,
      cell: (account) => <Tokens account={account} />,
    },
    {
      id: 'used',
      head: t('connect.last_used'),
      cell: (account) => {
        const { lastUsedAt } = account;
        const from = lastUseOf(account)?.lastUsedFrom;
        if (!lastUsedAt) return <Text tone="dim">{t('connect.never')}</Text>;
        return (
          <TwoLines>
            <RelativeTime iso={lastUsedAt} />
            {from && <Address>{t('connect.from', { address: from })}</Address>}
          </TwoLines>
        );
      },
    },
    {
      id: 'program',
      head: t('connect.program'),
      hideBelow: 900,
      cell: (account) => {
        const program = lastUseOf(account)?.lastUsedBy;
        return program ? <Cut title={program}>{program}</Cut> : <Text tone="dim">–</Text>;
      },
    },
  ];
}

const lastUseOf = ({ tokens, lastUsedAt }: ServiceAccount) =>
  lastUsedAt === null ? undefined : tokens.find((token) => token.lastUsedAt === lastUsedAt);

/** How many tokens work, and until when. */
function Tokens({ account: { status, tokens, expiresAt } }: { account: ServiceAccount }) {
  const t = messages.use();
  const { date } = useFormat();
  const count = tokens.filter(({ state }) => state === 'active').length;
  if (status === 'disabled') return <Mark glyph="paused" tone="none" words={t('connect.account_disabled')} />;
  if (count === 0 || expiresAt === null)
    return <Mark glyph="never" tone="none" words={t('connect.no_tokens')} />;
  const words = t('connect.tokens_until', { count, date: date(expiresAt) });
  return status === 'expiring' ? (
    <Mark glyph="delayed" tone="warn" words={words} />
  ) : (
    <Mark glyph="synced" tone="ok" words={words} />
  );
}

const Address = styled('span')({ whiteSpace: 'nowrap' });
