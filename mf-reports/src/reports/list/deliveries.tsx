import type { ReportDeliveries } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Cut, CutMiddle, Text } from '@headwater/shared/ui';
import { Mark } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { useWhen } from '../subscribe/days.ts';

/** What goes out of a report by itself: emails, links, and alerts. */
export function Deliveries({
  of: { subscriptions, schedule, links, sharedUntil, alerts, triggered },
}: {
  of: ReportDeliveries;
}) {
  const t = messages.use();
  const { date } = useFormat();
  const when = useWhen(schedule);
  const parts = [
    subscriptions === 1 && when,
    subscriptions > 1 && t('reports.subscriptions', { count: subscriptions }),
    sharedUntil !== null && t('reports.shared_until', { count: links, date: date(sharedUntil) }),
    alerts > 0 && triggered === 0 && t('reports.alerts', { count: alerts }),
  ].filter((part) => part !== false);
  if (parts.length === 0 && triggered === 0) return <Text tone="dim">–</Text>;
  const [first, ...others] = triggered > 0 ? [null, ...parts] : parts;
  return (
    <>
      {first === null ? (
        <Mark glyph="action" tone="bad" words={t('reports.triggered', { count: triggered })} />
      ) : (
        <CutMiddle>{first}</CutMiddle>
      )}
      {others.length > 0 && <Cut title={others.join(', ')}>{others.join(', ')}</Cut>}
    </>
  );
}
