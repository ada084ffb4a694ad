import { DELIVERY_DAYS_KEPT } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { QueryBoundary, Skeleton, styled, Text } from '@headwater/shared/ui';
import { Mark, RelativeTime } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import {
  deliveriesQuery,
  type ReportAddress,
  type ReportDelivery,
  type Subscription,
} from './subscription.queries.ts';

type Delivery = Omit<ReportDelivery, 'id' | 'type'> | NonNullable<Subscription['lastDelivery']>;

const LOOKS = {
  due: ['queued', 'none'],
  waiting: ['incomplete', 'warn'],
  retrying: ['incomplete', 'warn'],
  sent: ['synced', 'ok'],
  skipped: ['paused', 'none'],
  failed: ['action', 'bad'],
} as const;

/** What became of a delivery, as shape, color, and words, and when. */
export function DeliveryMark({ delivery }: { delivery: Delivery }) {
  const t = messages.use();
  const { state, sent, at, endedAt } = delivery;
  const [glyph, tone] = LOOKS[state];
  return (
    <Root>
      <Mark glyph={glyph} tone={tone} words={t(`subscribe.state.${state}`, { count: sent })} />
      <RelativeTime iso={endedAt ?? at} />
    </Root>
  );
}

/** The latest deliveries of a subscription, each with the reason why it wasn't sent. */
export function DeliveryLog({ address, id }: { address: ReportAddress; id: string }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const deliveries = useQuery(deliveriesQuery(address, id));
  return (
    <QueryBoundary
      query={deliveries}
      thing={t('subscribe.log_thing')}
      loading={<Skeleton width="100%" height={64} />}
    >
      {(found) => (
        <section aria-label={t('subscribe.log')}>
          <Log>
            {found.map((one) => (
              <li key={one.id}>
                <DeliveryMark delivery={one} />
                {one.fault && (
                  <Text tone="muted" size={12}>
                    {t(`subscribe.fault.${one.fault}`)}
                  </Text>
                )}
                {one.nextAt && one.state !== 'due' && (
                  <Text tone="muted" size={12}>
                    {t('subscribe.again', { time: dateTime(one.nextAt) })}
                  </Text>
                )}
              </li>
            ))}
          </Log>
          <Text tone="dim" size={12}>
            {t('subscribe.log_kept', { days: DELIVERY_DAYS_KEPT })}
          </Text>
        </section>
      )}
    </QueryBoundary>
  );
}

const Root = styled('span')({
  display: 'inline-flex',
  flexWrap: 'wrap',
  gap: '4px 12px',
  alignItems: 'center',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
});
const Log = styled('ol')({
  listStyle: 'none',
  margin: '0 0 8px',
  padding: '4px 12px',
  borderRadius: 'var(--radius)',
  background: 'var(--surface-2)',
  maxHeight: 260,
  overflow: 'auto',
  '& > li': { display: 'grid', gap: 2, padding: '8px 0' },
  '& > li + li': { borderTop: 'var(--hair)' },
});
