import { useSearchParams } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { shownOf, withShown } from './view.ts';

/** A tab or a search that leaves no table. */
export function NoneShown() {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const { tab, search } = shownOf(query);
  const title =
    search !== '' ? 'tables.none_shown' : tab === 'selected' ? 'tables.none_selected' : 'tables.all_selected';
  const showAll = () => setQuery(withShown(query, { tab: 'all', search: '' }), { replace: true });
  return <EmptyState title={t(title)} action={<Button onClick={showAll}>{t('tables.show_all')}</Button>} />;
}
