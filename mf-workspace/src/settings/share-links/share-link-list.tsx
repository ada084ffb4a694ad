import { useFormat } from '@headwater/shared/messages';
import { Link, paths, useParams } from '@headwater/shared/routing';
import { Cut, styled, Text, TwoLines } from '@headwater/shared/ui';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { Frame, FrameFoot, MoreButton, RelativeTime } from '@headwater/shared/ui/workspace';
import type { ComponentProps } from 'react';
import { shareMessages } from './messages.ts';
import { RevokeLink } from './revoke-link.tsx';
import type { ShareLink } from './share-links.queries.ts';

interface ShareLinkListProps {
  rows: readonly ShareLink[];
  total: number;
  list: ComponentProps<typeof MoreButton>['list'];
  /** Another search is on its way. */
  busy: boolean;
}

/** Each link with its report, what it lets people do, and whether anybody opens it. */
export function ShareLinkList({ rows, total, list, busy }: ShareLinkListProps) {
  const t = shareMessages.use();
  const { number } = useFormat();
  return (
    <Frame bleed>
      <DataTable
        label={t('links.title')}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        density="two-line"
        busy={busy}
      />
      <FrameFoot>
        <span>{t('links.shown', { shown: number(rows.length), total: number(total) })}</span>
        <MoreButton list={list}>{t('links.more')}</MoreButton>
      </FrameFoot>
    </Frame>
  );
}

function useColumns(): DataTableColumn<ShareLink>[] {
  const t = shareMessages.use();
  const { date, exactTime } = useFormat();
  const { organizationId = '' } = useParams();
  return [
    {
      id: 'report',
      head: t('links.report'),
      rowHead: true,
      cell: (link) => (
        <TwoLines>
          <Cut title={link.report.name}>
            <Link to={paths.report(organizationId, link.report.id)}>{link.report.name}</Link>
          </Cut>
          <Maker {...link} />
          <Narrow>
            <span>{t('links.until', { date: date(link.expiresAt) })}</span>
            <span>{t(link.hasPassword ? 'links.password' : 'links.no_password')}</span>
            <span>{t(link.filtersOpen ? 'links.open' : 'links.locked')}</span>
            <LastUsed {...link} wordy />
          </Narrow>
        </TwoLines>
      ),
    },
    {
      id: 'access',
      head: t('links.access'),
      hideBelow: 600,
      width: 164,
      cell: ({ hasPassword, filtersOpen }) => (
        <TwoLines>
          <span>{t(hasPassword ? 'links.password' : 'links.no_password')}</span>
          <span>{t(filtersOpen ? 'links.open' : 'links.locked')}</span>
        </TwoLines>
      ),
    },
    {
      id: 'created',
      head: t('links.created'),
      hideBelow: 900,
      width: 128,
      cell: ({ createdAt }) => (
        <Text as="time" tone="muted" title={exactTime(createdAt)}>
          {date(createdAt)}
        </Text>
      ),
    },
    {
      id: 'expires',
      head: t('links.expires'),
      hideBelow: 600,
      width: 120,
      cell: ({ expiresAt }) => (
        <TwoLines>
          <span>{date(expiresAt)}</span>
          <RelativeTime iso={expiresAt} />
        </TwoLines>
      ),
    },
    {
      id: 'used',
      head: t('links.used'),
      hideBelow: 900,
      width: 148,
      cell: (link) => <LastUsed {...link} />,
    },
    { id: 'revoke', head: '', align: 'end', width: 124, cell: (link) => <RevokeLink link={link} /> },
  ];
}

/** Who made it, and whether it works: it doesn't once they may no longer edit reports. */
function Maker({ createdBy: name, isBacked }: ShareLink) {
  const t = shareMessages.use();
  const words = t(isBacked ? 'links.by' : 'links.unbacked', { name });
  return (
    <Cut title={words}>
      <Text tone={isBacked ? undefined : 'warn'}>{words}</Text>
    </Cut>
  );
}

/** `wordy` without a heading that says what the time is. */
function LastUsed({ lastUsedAt, wordy }: ShareLink & { wordy?: boolean }) {
  const t = shareMessages.use();
  const { relative, exactTime } = useFormat();
  if (lastUsedAt === null) return <Text tone="dim">{t(wordy ? 'links.never_used' : 'links.never')}</Text>;
  if (!wordy) return <RelativeTime iso={lastUsedAt} />;
  return <span title={exactTime(lastUsedAt)}>{t('links.used_when', { when: relative(lastUsedAt) })}</span>;
}

/** On phones, what the other columns show. */
const Narrow = styled('span')({
  display: 'none',
  '@media (max-width: 600px)': { display: 'grid', gap: 2, paddingBlock: 2 },
});
