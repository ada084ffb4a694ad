import { useQuery } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { Banner, Button, QueryBoundary, Skeleton } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { useSignInOptions } from '@headwater/shared/session';
import { messages } from '../../messages.ts';
import { hasChoices } from '../comparison-select.tsx';
import type { Report } from '../report.queries.ts';
import { SubscriptionForm } from './subscription-form.tsx';
import { SubscriptionList } from './subscription-list.tsx';
import { subscriptionsQuery } from './subscription.queries.ts';

interface SubscribeDialogProps {
  organizationId: string;
  report: Report;
  onClose(): void;
}

/** Who gets the report by email and when. The URL says which subscription is shown: `new`, an ID, or all. */
export function SubscribeDialog({ organizationId, report, onClose }: SubscribeDialogProps) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const address = { organizationId, reportId: report.id };
  const subscriptions = useQuery(subscriptionsQuery(address));
  const { mail: hasMail } = useSignInOptions();
  const shown = query.get('subscribe') ?? '1';
  const show = (value: string) =>
    setQuery((latest) => {
      const next = new URLSearchParams(latest);
      next.set('subscribe', value);
      return next;
    });
  const all = subscriptions.data ?? [];
  const edited = all.find(({ id }) => id === shown);
  const isList = all.length > 0 && !edited && shown !== 'new';
  const title = { name: report.name };
  return (
    <Dialog
      open
      title={t(edited ? 'subscribe.edit_title' : isList ? 'subscribe.list_title' : 'subscribe.title', title)}
      onClose={onClose}
      actions={
        isList && (
          <>
            <Button variant="ghost" onClick={onClose}>
              {t('share.done')}
            </Button>
            <Button variant="primary" onClick={() => show('new')}>
              {t('subscribe.another')}
            </Button>
          </>
        )
      }
    >
      {!hasMail && (
        <Banner tone="warn" role="note">
          {t('subscribe.mail_off')}
        </Banner>
      )}
      <QueryBoundary
        query={subscriptions}
        thing={t('subscribe.thing')}
        loading={<Skeleton width="100%" height={160} />}
      >
        {(found) =>
          isList ? (
            <SubscriptionList address={address} subscriptions={found} onEdit={show} />
          ) : (
            <SubscriptionForm
              key={edited?.id ?? 'new'}
              address={address}
              subscription={edited}
              hasFilters={hasChoices(report.content)}
              hasMail={hasMail}
              onSaved={() => show('1')}
              onCancel={() => (found.length > 0 ? show('1') : onClose())}
            />
          )
        }
      </QueryBoundary>
    </Dialog>
  );
}
