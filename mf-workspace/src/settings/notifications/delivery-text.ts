import { noticeMessages } from './messages.ts';
import type { Delivery } from './notification.queries.ts';

type Outcome = Pick<Delivery, 'state' | 'status' | 'fault' | 'recipients'>;

/** Returns what came of a delivery, in a few words. */
export function useDeliveryText() {
  const t = noticeMessages.use();
  return ({ state, status, fault, recipients }: Outcome): string => {
    if (state === 'emailed') return t('notice.emailed', { count: recipients ?? 0 });
    if (state === 'delivered') return t('notice.accepted', { status: status ?? 0 });
    if (fault === 'rejected') return t('notice.fault.rejected', { status: status ?? 0 });
    if (fault === 'redirected') return t('notice.fault.redirected', { status: status ?? 0 });
    return fault ? t(`notice.fault.${fault}`) : t('notice.waiting');
  };
}
