import { AddressSearch } from '@headwater/shared/ui/inputs';
import { Chips, EmptyState, FilterChip, Toolbar } from '@headwater/shared/ui/workspace';
import { useSearchParams } from '@headwater/shared/routing';
import { Button, uiMessages } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { STATUS_NAME } from '../status.tsx';
import { countByStatus, filterOf, filterSources, withFilter, type Filter } from './filter.ts';
import { SourceTable } from './source-table.tsx';

/** The list with its filters, which are in the URL. */
export function SourceList({ sources }: { sources: readonly SourceConnection[] }) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const filter = filterOf(query);
  const setFilter = (next: Filter) => setQuery(withFilter(query, next), { replace: true });
  const found = filterSources(sources, filter);
  return (
    <>
      <Toolbar>
        <StatusChips sources={sources} filter={filter} onChange={setFilter} />
        <AddressSearch
          label={t('list.find')}
          value={filter.search}
          onChange={(search) => setFilter({ ...filter, search })}
        />
      </Toolbar>
      {found.length > 0 ? (
        <SourceTable sources={found} />
      ) : (
        <EmptyState
          title={t('list.none_found')}
          action={
            <Button onClick={() => setFilter({ status: null, search: '' })}>{t('list.clear_filter')}</Button>
          }
        />
      )}
    </>
  );
}

interface StatusChipsProps {
  sources: readonly SourceConnection[];
  filter: Filter;
  onChange(filter: Filter): void;
}

function StatusChips({ sources, filter, onChange }: StatusChipsProps) {
  const t = messages.use();
  const words = uiMessages.use();
  return (
    <Chips role="group" aria-label={t('list.filter_status')}>
      <FilterChip
        pressed={filter.status === null}
        count={sources.length}
        onClick={() => onChange({ ...filter, status: null })}
      >
        {t('list.filter_all')}
      </FilterChip>
      {countByStatus(sources, filter.status).map(({ status, count }) => (
        <FilterChip
          key={status}
          pressed={filter.status === status}
          count={count}
          onClick={() => onChange({ ...filter, status })}
        >
          {words(`status.${STATUS_NAME[status]}`)}
        </FilterChip>
      ))}
    </Chips>
  );
}
