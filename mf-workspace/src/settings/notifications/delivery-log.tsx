import { useFormat } from '@headwater/shared/messages';
import { useInfiniteQuery } from '@headwater/shared/query';
import { useParams, useSearchParams } from '@headwater/shared/routing';
import { CompactSelect, Cut, QueryBoundary, Skeleton, styled, Text, TwoLines } from '@headwater/shared/ui';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { Frame, FrameFoot, MoreButton, RelativeTime, Toolbar } from '@headwater/shared/ui/workspace';
import { DeliveryMark } from './delivery-mark.tsx';
import { useDeliveryText } from './delivery-text.ts';
import { noticeMessages } from './messages.ts';
import { deliveriesQuery, type Channel, type Delivery } from './notification.queries.ts';

/** What was sent and what came of it, newest first. The URL says to which channel. */
export function DeliveryLog({ channels }: { channels: readonly Channel[] }) {
  const t = noticeMessages.use();
  const { number } = useFormat();
  const { organizationId = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('channel') ?? '';
  const channelId = channels.some(({ id }) => id === wanted) ? wanted : '';
  const log = useInfiniteQuery(deliveriesQuery(organizationId, channelId));
  const columns = useColumns(channels);
  return (
    <Section aria-label={t('notice.log')}>
      <Toolbar>
        <h2>{t('notice.log')}</h2>
        <CompactSelect
          label={t('notice.channel')}
          value={channelId}
          options={[
            { value: '', label: t('notice.all_channels') },
            ...channels.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => setQuery(value ? { channel: value } : {}, { replace: true })}
        />
      </Toolbar>
      <QueryBoundary
        query={log}
        thing={t('notice.log_thing')}
        loading={<Skeleton width="100%" height={160} />}
      >
        {({ pages }) => {
          const all = pages.flatMap((page) => page.items);
          return (
            <Frame bleed>
              {all.length > 0 && (
                <DataTable
                  label={t('notice.log')}
                  columns={columns}
                  rows={all}
                  rowKey={({ id }) => id}
                  density="two-line"
                />
              )}
              <FrameFoot>
                <span>
                  {all.length === 0
                    ? t('notice.log_empty')
                    : t('notice.shown', { shown: number(all.length), total: number(pages[0]?.total ?? 0) })}
                </span>
                <MoreButton list={log}>{t('notice.more')}</MoreButton>
              </FrameFoot>
            </Frame>
          );
        }}
      </QueryBoundary>
    </Section>
  );
}

function useColumns(channels: readonly Channel[]): DataTableColumn<Delivery>[] {
  const t = noticeMessages.use();
  const nameOf = new Map(channels.map(({ id, name }) => [id, name]));
  return [
    {
      id: 'what',
      head: t('notice.message'),
      rowHead: true,
      cell: ({ trigger, subject }) => (
        <TwoLines>
          <Cut>{t(`notice.trigger.${trigger}`)}</Cut>
          {subject && <Cut title={subject}>{subject}</Cut>}
        </TwoLines>
      ),
    },
    {
      id: 'channel',
      head: t('notice.channel'),
      hideBelow: 900,
      width: '20%',
      cell: ({ channelId }) => <Cut title={nameOf.get(channelId)}>{nameOf.get(channelId)}</Cut>,
    },
    {
      id: 'state',
      head: t('notice.outcome'),
      width: '34%',
      cell: (delivery) => <Outcome {...delivery} />,
    },
    {
      id: 'time',
      head: t('notice.time'),
      hideBelow: 600,
      width: 160,
      cell: ({ at }) => <RelativeTime iso={at} />,
    },
  ];
}

/** What became of it, why, and when it's tried again. */
function Outcome(delivery: Delivery) {
  const t = noticeMessages.use();
  const { relative } = useFormat();
  const deliveryText = useDeliveryText();
  const { state, attempts, nextAt } = delivery;
  const words = [
    deliveryText(delivery),
    ...(attempts > 1 ? [t('notice.attempt', { count: attempts })] : []),
    ...(nextAt ? [t('notice.next', { time: relative(nextAt) })] : []),
  ].join(', ');
  return (
    <TwoLines>
      <DeliveryMark state={state} />
      <Cut title={words}>
        <Text tone="dim">{words}</Text>
      </Cut>
    </TwoLines>
  );
}

const Section = styled('section')({ display: 'grid', gap: 12, '& h2': { fontSize: 'var(--size-14)' } });
