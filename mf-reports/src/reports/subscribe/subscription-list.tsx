import { useFormat } from '@headwater/shared/messages';
import { useDialog } from '@headwater/shared/routing';
import { Button, styled, Text } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { ItemMenu } from '../item-menu.tsx';
import { useWhen } from './days.ts';
import { DeliveryLog, DeliveryMark } from './delivery-log.tsx';
import {
  changeSubscription,
  deleteSubscription,
  type ReportAddress,
  type Subscription,
} from './subscription.queries.ts';

interface SubscriptionListProps {
  address: ReportAddress;
  subscriptions: readonly Subscription[];
  onEdit(id: string): void;
}

/** The subscriptions of a report, each with what it has sent. */
export function SubscriptionList({ address, subscriptions, onEdit }: SubscriptionListProps) {
  return (
    <List>
      {subscriptions.map((one) => (
        <li key={one.id}>
          <OneSubscription address={address} subscription={one} onEdit={() => onEdit(one.id)} />
        </li>
      ))}
    </List>
  );
}

interface OneSubscriptionProps {
  address: ReportAddress;
  subscription: Subscription;
  onEdit(): void;
}

function OneSubscription({ address, subscription, onEdit }: OneSubscriptionProps) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const { part, show } = useDialog();
  const { id, members, owner, pause, nextAt, lastDelivery, canChange } = subscription;
  const deliveries = `deliveries.${id}`;
  const isOpen = part === deliveries;
  const toggle = () => show(isOpen ? 'subscribe' : `subscribe.${deliveries}`, { replace: true });
  const when = useWhen(subscription.schedule);
  const facts = [
    members.length > 0 ? t('subscribe.list_to', { names: members.join(', ') }) : t('subscribe.list_nobody'),
    t('subscribe.list_by', { name: owner }),
  ];
  return (
    <>
      <Line>
        <div>
          <strong>{when}</strong>
          <Text tone="muted" size={12}>
            {facts.join(' · ')}
          </Text>
          <Text tone={pause ? 'warn' : 'muted'} size={12}>
            {pause
              ? t(`subscribe.pause.${pause}`, { name: owner })
              : nextAt
                ? t('subscribe.next', { time: dateTime(nextAt) })
                : t('subscribe.next_sync')}
          </Text>
        </div>
        {canChange && <Actions address={address} subscription={subscription} when={when} onEdit={onEdit} />}
      </Line>
      {lastDelivery && (
        <Last>
          <DeliveryMark delivery={lastDelivery} />
          <Button size="small" variant="ghost" aria-expanded={isOpen} onClick={toggle}>
            {t(isOpen ? 'subscribe.log_hide' : 'subscribe.log_show')}
          </Button>
        </Last>
      )}
      {isOpen && <DeliveryLog address={address} id={id} />}
    </>
  );
}

function Actions({ address, subscription, when, onEdit }: OneSubscriptionProps & { when: string }) {
  const t = messages.use();
  const isPaused = subscription.pause !== null;
  return (
    <ItemMenu
      label={t('subscribe.actions', { when })}
      isPaused={isPaused}
      question={t('subscribe.delete_question')}
      effect={t('subscribe.delete_text')}
      queryKey={['reports', address.organizationId, 'subscriptions']}
      edit={onEdit}
      turn={() => changeSubscription(address, subscription, { paused: !isPaused })}
      remove={() => deleteSubscription(address, subscription.id)}
    />
  );
}

const List = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  '& > li': { padding: '12px 0', display: 'grid', gap: 8 },
  '& > li + li': { borderTop: 'var(--hair)' },
});
const Line = styled('div')({
  display: 'flex',
  gap: 12,
  alignItems: 'flex-start',
  '& > div': { flex: 1, minWidth: 0, display: 'grid', gap: 2, overflowWrap: 'anywhere' },
  '& strong': { fontSize: 'var(--size-13)', fontWeight: 'var(--weight-medium)' },
});
const Last = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
});
