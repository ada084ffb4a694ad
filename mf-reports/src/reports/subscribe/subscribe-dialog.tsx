import { useQuery } from '@headwater/shared/query';
import { useDialog } from '@headwater/shared/routing';
import { Banner, Button, QueryBoundary, Skeleton } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { useSignInOptions } from '@headwater/shared/session';
import { messages } from '../../messages.ts';
import { hasChoices } from '../comparison-select.tsx';
import type { Report } from '@headwater/shared/figures';
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
  const { part, show } = useDialog();
  const address = { organizationId, reportId: report.id };
  const subscriptions = useQuery(subscriptionsQuery(address));
  const { mail: hasMail } = useSignInOptions();
  const all = subscriptions.data ?? [];
  const edited = all.find(({ id }) => id === part);
  const isList = all.length > 0 && !edited && part !== 'new';
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
            <Button variant="primary" onClick={() => show('subscribe.new')}>
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
            <SubscriptionList
              address={address}
              subscriptions={found}
              onEdit={(id) => show(`subscribe.${id}`)}
            />
          ) : (
            <SubscriptionForm
              key={edited?.id ?? 'new'}
              address={address}
              subscription={edited}
              hasFilters={hasChoices(report.content)}
              hasMail={hasMail}
              onSaved={() => show('subscribe')}
              onCancel={() => (found.length > 0 ? show('subscribe') : onClose())}
            />
          )
        }
      </QueryBoundary>
    </Dialog>
  );
}
