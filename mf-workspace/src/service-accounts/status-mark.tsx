import type { ServiceAccount } from '@headwater/shared/connecting';
import { useFormat } from '@headwater/shared/messages';
import type { GlyphName } from '@headwater/shared/ui';
import { Mark, type StatusName } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';

const LOOKS = {
  active: ['synced', 'ok'],
  expiring: ['delayed', 'warn'],
  expired: ['never', 'none'],
  no_token: ['never', 'none'],
  disabled: ['paused', 'none'],
} as const satisfies Record<ServiceAccount['status'], readonly [GlyphName | StatusName, string]>;

/** Whether an account's tokens work, and until when if that's soon. */
export function AccountStatus({ account, pill }: { account: ServiceAccount; pill?: boolean }) {
  const t = messages.use();
  const { relative } = useFormat();
  const { status, expiresAt } = account;
  const [glyph, tone] = LOOKS[status];
  const words =
    status === 'expiring' && expiresAt
      ? t('accounts.status.expires', { when: relative(expiresAt) })
      : t(`accounts.status.${status}`);
  return <Mark glyph={glyph} tone={tone} words={words} pill={pill} />;
}
