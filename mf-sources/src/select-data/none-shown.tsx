import { useSearchParams } from '@headwater/shared/routing';
import { Button, useSlow } from '@headwater/shared/ui';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import type { ColumnSearch } from './use-column-matches.ts';
import { shownOf, withShown } from './view.ts';

const NONE_IN = {
  all: 'tables.none_shown',
  selected: 'tables.none_selected',
  'not-selected': 'tables.all_selected',
  changed: 'tables.none_changed',
} as const;

/** The message for a tab or search without any tables, once the columns have been searched too. */
export function NoneShown({ columns }: { columns: ColumnSearch }) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const { tab, search } = shownOf(query);
  const isSearching = columns.state === 'searching';
  const isSlow = useSlow(isSearching);
  if (isSearching) return isSlow ? <EmptyState title={t('columns.searching')} /> : null;
  if (columns.state === 'failed')
    return (
      <EmptyState
        title={t('columns.no_name')}
        action={<Button onClick={columns.retry}>{t('columns.retry')}</Button>}
      >
        {t('columns.failed')}
      </EmptyState>
    );
  const title = search !== '' ? 'tables.none_shown' : NONE_IN[tab];
  const showAll = () =>
    setQuery((latest) => withShown(latest, { tab: 'all', search: '' }), { replace: true });
  return <EmptyState title={t(title)} action={<Button onClick={showAll}>{t('tables.show_all')}</Button>} />;
}
