import { useTitle } from '@headwater/shared/routing';
import { Page } from '@headwater/shared/ui';
import { EmptyState, PageHead } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';

export function ExamplePage() {
  const t = messages.use();
  useTitle(t('title'));
  return (
    <Page>
      <PageHead title={t('title')} />
      <EmptyState title={t('empty')}>{t('empty_text')}</EmptyState>
    </Page>
  );
}
