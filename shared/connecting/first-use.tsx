import { Banner } from '@headwater/shared/ui';
import { RelativeTime } from '@headwater/shared/ui/workspace';
import { connectingMessages } from './connecting-messages.ts';
import type { ServiceAccount } from './account.queries.ts';

/** Whether a token was used yet. The first use is noticed while the page is open. */
export function FirstUse({ account }: { account: ServiceAccount }) {
  const t = connectingMessages.use();
  const { lastUsedAt, status, tokens } = account;
  if (lastUsedAt) {
    const used = tokens.find((token) => token.lastUsedAt === lastUsedAt);
    const [from, by] = [used?.lastUsedFrom ?? null, used?.lastUsedBy ?? null];
    return (
      <Banner tone="ok">
        {t.rich(from ? 'connecting.connected_from' : 'connecting.connected', {
          address: from ?? '',
          by: by === null ? 'none' : 'some',
          program: by ?? '',
          when: () => <RelativeTime iso={lastUsedAt} />,
        })}
      </Banner>
    );
  }
  // Without a token that works, no one will come.
  if (status !== 'active' && status !== 'expiring') return null;
  return (
    <Banner tone="info">
      <b>{t('connecting.waiting')}</b> {t('connecting.waiting_text')}
    </Banner>
  );
}
