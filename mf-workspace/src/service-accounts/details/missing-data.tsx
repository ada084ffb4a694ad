import type { ServiceAccount } from '@headwater/shared/connecting';
import { Banner } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';

const MOST_NAMED = 5;

/** What the account's scope names and isn't there anymore, so that nobody wonders why a program gets nothing. */
export function MissingData({ account: { missing } }: { account: ServiceAccount }) {
  const t = messages.use();
  if (missing.length === 0) return null;
  const names = missing.map(({ tableName, column }) =>
    column !== null ? `${tableName}.${column}` : (tableName ?? t('accounts.missing_connection')),
  );
  const more = names.length - MOST_NAMED;
  return (
    <Banner tone="warn">
      <b>{t('accounts.missing_data', { count: missing.length })}</b> {names.slice(0, MOST_NAMED).join(', ')}
      {more > 0 && ` ${t('accounts.missing_more', { count: more })}`}. {t('accounts.missing_text')}
    </Banner>
  );
}
