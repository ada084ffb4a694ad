import type { AuditOutcome } from '@headwater/shared/contract';
import { Mark } from '@headwater/shared/ui/workspace';
import { auditMessages } from './messages.ts';

const LOOKS = {
  success: ['synced', 'ok'],
  failure: ['action', 'bad'],
  denied: ['paused', 'warn'],
} as const;

/** How it ended, as shape, color, and word. */
export function OutcomeMark({ outcome }: { outcome: AuditOutcome }) {
  const t = auditMessages.use();
  const [glyph, tone] = LOOKS[outcome];
  return <Mark glyph={glyph} tone={tone} words={t(`audit.outcome.${outcome}`)} />;
}
