import { Mark } from '@headwater/shared/ui/workspace';
import { noticeMessages } from './messages.ts';
import type { Delivery } from './notification.queries.ts';

const LOOKS = {
  queued: ['queued', 'none'],
  retrying: ['incomplete', 'warn'],
  delivered: ['synced', 'ok'],
  emailed: ['synced', 'ok'],
  failed: ['action', 'bad'],
  skipped: ['paused', 'none'],
} as const;

/** What became of a delivery, as shape, color, and word. */
export function DeliveryMark({ state }: Pick<Delivery, 'state'>) {
  const t = noticeMessages.use();
  const [glyph, tone] = LOOKS[state];
  return <Mark glyph={glyph} tone={tone} words={t(`notice.state.${state}`)} />;
}
