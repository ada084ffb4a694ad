import { compareNames } from '@headwater/shared/contract';
import { AddressSearch } from '@headwater/shared/ui/inputs';
import { Chips, EmptyState, FilterChip, Toolbar } from '@headwater/shared/ui/workspace';
import { useQuery } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { Button, CompactSelect, Row, uiMessages } from '@headwater/shared/ui';
import { useConnectorName } from '../connector-tile.tsx';
import { connectorQueries } from '../connector.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { STATUS_NAME } from '../status.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ALL, byUrgency, countByStatus, filterOf, filterSources, withFilter, type Filter } from './filter.ts';
import { SourceTable } from './source-table.tsx';
import { useChosen } from './use-chosen.ts';

/** The list with its filters, which are in the URL. */
export function SourceList({ sources }: { sources: readonly SourceConnection[] }) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const filter = filterOf(query);
  const change = (part: Partial<Filter>) =>
    setQuery((latest) => withFilter(latest, { ...filterOf(latest), ...part }), { replace: true });
  const found = byUrgency(filterSources(sources, filter));
  const choice = useChosen(found);
  return (
    <>
      {choice.chosen.length > 0 ? (
        <BulkBar chosen={choice.chosen} onClear={choice.clear} />
      ) : (
        <Toolbar>
          <StatusChips sources={sources} filter={filter} onChange={change} />
          <Row nowrap>
            <ConnectorFilter sources={sources} filter={filter} onChange={change} />
            <AddressSearch
              label={t('list.find')}
              value={filter.search}
              onChange={(search) => change({ search })}
            />
          </Row>
        </Toolbar>
      )}
      {found.length > 0 ? (
        <SourceTable sources={found} choice={choice} />
      ) : (
        <EmptyState
          title={t('list.none_found')}
          action={<Button onClick={() => change(ALL)}>{t('list.clear_filter')}</Button>}
        />
      )}
    </>
  );
}

interface FilterProps {
  sources: readonly SourceConnection[];
  filter: Filter;
  onChange(part: Partial<Filter>): void;
}

function StatusChips({ sources, filter, onChange }: FilterProps) {
  const t = messages.use();
  const words = uiMessages.use();
  return (
    <Chips role="group" aria-label={t('list.filter_status')}>
      <FilterChip
        pressed={filter.status === null}
        count={sources.length}
        onClick={() => onChange({ status: null })}
      >
        {t('list.filter_all')}
      </FilterChip>
      {countByStatus(sources, filter.status).map(({ status, count }) => (
        <FilterChip
          key={status}
          pressed={filter.status === status}
          count={count}
          onClick={() => onChange({ status })}
        >
          {words(`status.${STATUS_NAME[status]}`)}
        </FilterChip>
      ))}
    </Chips>
  );
}

/** Chooses one of the connectors that are in use. */
function ConnectorFilter({ sources, filter, onChange }: FilterProps) {
  const t = messages.use();
  const nameOf = useConnectorName();
  const connectors = useQuery(connectorQueries.list()).data ?? [];
  const used = [...new Set([...sources.map(({ connector }) => connector), filter.connector ?? ''])];
  const options = used
    .filter((id) => id !== '')
    .map((id) => ({ value: id, label: nameOf(connectors.find((one) => one.id === id) ?? { id, name: id }) }))
    .sort((a, b) => compareNames(a.label, b.label));
  return (
    <CompactSelect
      label={t('list.filter_connector')}
      value={filter.connector ?? ''}
      options={[{ value: '', label: t('list.all_connectors') }, ...options]}
      width={150}
      onChange={(connector) => onChange({ connector: connector || null })}
    />
  );
}
