import { Cut, styled, Text, TwoLines } from '@headwater/shared/ui';
import { IconBell, IconMail } from '@headwater/shared/ui/icons';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { Frame, FrameFoot, Mark, RelativeTime } from '@headwater/shared/ui/workspace';
import { ChannelActions } from './channel-actions.tsx';
import { DeliveryMark } from './delivery-mark.tsx';
import { noticeMessages } from './messages.ts';
import type { Channel } from './notification.queries.ts';

interface ChannelListProps {
  channels: readonly Channel[];
  hasMail: boolean;
}

/** Where the workspace is told what happens, and what was last sent there. */
export function ChannelList({ channels, hasMail }: ChannelListProps) {
  const t = noticeMessages.use();
  return (
    <Frame bleed>
      <DataTable
        label={t('notice.channels')}
        columns={useColumns(hasMail)}
        rows={channels}
        rowKey={({ id }) => id}
        density="two-line"
      />
      <FrameFoot>{t('notice.once')}</FrameFoot>
    </Frame>
  );
}

function useColumns(hasMail: boolean): DataTableColumn<Channel>[] {
  const t = noticeMessages.use();
  return [
    {
      id: 'name',
      head: t('notice.channel'),
      rowHead: true,
      cell: (channel) => (
        <Name>
          {channel.kind === 'email' ? <IconMail /> : <IconBell />}
          <TwoLines>
            <Cut title={channel.name}>{channel.name}</Cut>
            <Leads {...channel} />
          </TwoLines>
        </Name>
      ),
    },
    {
      id: 'about',
      head: t('notice.about'),
      hideBelow: 900,
      width: '30%',
      cell: ({ triggers }) => {
        const words = triggers.map((trigger) => t(`notice.trigger.${trigger}`)).join(', ');
        return (
          <Cut title={words}>
            <Text tone="muted">{words || t('notice.nothing')}</Text>
          </Cut>
        );
      },
    },
    {
      id: 'last',
      head: t('notice.last'),
      hideBelow: 600,
      width: 180,
      cell: (channel) => <Last {...channel} hasMail={hasMail} />,
    },
    {
      id: 'actions',
      head: '',
      width: 148,
      cell: (channel) => (
        <ChannelActions
          channel={channel}
          testDisabledReason={channel.kind === 'email' && !hasMail ? t('notice.mail_off') : undefined}
        />
      ),
    },
  ];
}

/** Where messages go. */
function Leads({ kind, urlHint, memberIds, addresses }: Channel) {
  const t = noticeMessages.use();
  if (kind === 'webhook')
    return <Cut title={urlHint ?? ''}>{t('notice.webhook_to', { url: urlHint ?? '' })}</Cut>;
  const people = memberIds.length > 0 ? [t('notice.people', { count: memberIds.length })] : [];
  const words = [...people, ...addresses].join(', ') || t('notice.nobody_left');
  return <Cut title={words}>{words}</Cut>;
}

/** Whether it sends anything, and what came of the last message. */
function Last({ pause, lastDelivery, kind, hasMail }: Channel & { hasMail: boolean }) {
  const t = noticeMessages.use();
  if (pause)
    return (
      <Mark
        glyph="paused"
        tone={pause.code === 'failing' ? 'bad' : 'none'}
        words={t(`notice.paused.${pause.code}`)}
      />
    );
  if (kind === 'email' && !hasMail) return <Mark glyph="paused" tone="warn" words={t('notice.off')} />;
  if (!lastDelivery) return <Text tone="dim">{t('notice.never')}</Text>;
  return (
    <TwoLines>
      <DeliveryMark state={lastDelivery.state} />
      <RelativeTime iso={lastDelivery.attemptedAt ?? lastDelivery.at} />
    </TwoLines>
  );
}

const Name = styled('span')({
  display: 'flex',
  gap: 12,
  alignItems: 'center',
  minWidth: 0,
  '& > svg': { flex: 'none', color: 'var(--icon)' },
});
