import { isComputed, type ComputedCard } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { useDialog } from '@headwater/shared/routing';
import { Button, QueryBoundary, Skeleton, Text } from '@headwater/shared/ui';
import { Dialog } from '@headwater/shared/ui/menu';
import { messages } from '../../messages.ts';
import type { Report } from '@headwater/shared/figures';
import { AlertForm } from './alert-form.tsx';
import { AlertList } from './alert-list.tsx';
import { alertsQuery } from './alert.queries.ts';

interface AlertsDialogProps {
  organizationId: string;
  report: Report;
  canEdit: boolean;
  onClose(): void;
}

/** What is watched in the report, and how it is. The URL says which alert is changed: `new`, an ID, or none. */
export function AlertsDialog({ organizationId, report, canEdit, onClose }: AlertsDialogProps) {
  const t = messages.use();
  const { part, show } = useDialog();
  const address = { organizationId, reportId: report.id };
  const alerts = useQuery(alertsQuery(address));
  const cards = report.content.cards.filter(isComputed).filter(isWatchable);
  const all = alerts.data ?? [];
  const edited = all.find(({ id }) => id === part);
  const isForm = canEdit && cards.length > 0 && (edited !== undefined || part === 'new' || all.length === 0);
  return (
    <Dialog
      open
      title={t(edited ? 'alerts.edit_title' : isForm ? 'alerts.new_title' : 'alerts.title', {
        name: report.name,
      })}
      onClose={onClose}
      actions={
        !isForm && (
          <>
            <Button variant="ghost" onClick={onClose}>
              {t('share.done')}
            </Button>
            {canEdit && cards.length > 0 && (
              <Button variant="primary" onClick={() => show('alerts.new')}>
                {t('alerts.another')}
              </Button>
            )}
          </>
        )
      }
    >
      <QueryBoundary
        query={alerts}
        thing={t('alerts.thing')}
        loading={<Skeleton width="100%" height={160} />}
      >
        {(found) => {
          if (isForm)
            return (
              <AlertForm
                key={edited?.id ?? 'new'}
                address={address}
                alert={edited}
                cards={cards}
                onSaved={() => show('alerts')}
                onCancel={() => (found.length > 0 ? show('alerts') : onClose())}
              />
            );
          if (found.length > 0)
            return (
              <AlertList
                address={address}
                alerts={found}
                cards={cards}
                canEdit={canEdit}
                onEdit={(id) => show(`alerts.${id}`)}
              />
            );
          return <Text tone="muted">{t(canEdit ? 'alerts.no_cards' : 'alerts.none')}</Text>;
        }}
      </QueryBoundary>
    </Dialog>
  );
}

/** An alert can watch a number, or values over time that nothing else divides. */
function isWatchable({ query: { breakouts, measures } }: ComputedCard): boolean {
  if (measures.length === 0) return false;
  return breakouts.length === 0 || (breakouts.length === 1 && breakouts[0]!.grain !== undefined);
}
