import type { TableFacets } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useSearchParams } from '@headwater/shared/routing';
import type { IndexSearch } from '@headwater/shared/tables';
import { CompactSelect, Row, styled } from '@headwater/shared/ui';
import { AddressSearch } from '@headwater/shared/ui/inputs';
import { Chips, FilterChip, Toolbar } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { withSearch } from './index-address.ts';

interface IndexToolbarProps {
  facets: TableFacets;
  search: IndexSearch;
}

/** Searches and filters the index. Filters are shown once there is something to choose. */
export function IndexToolbar({ facets, search }: IndexToolbarProps) {
  const t = messages.use();
  const { number } = useFormat();
  const [, setQuery] = useSearchParams();
  const show = (change: Partial<IndexSearch>) =>
    setQuery((latest) => withSearch(latest, change), { replace: true });
  const { all, connections, tags, owners } = facets;
  // Where every table is one that was synced, nothing is to be told apart.
  const hasViews = facets.states.some(({ state }) => state === 'views');
  const states = facets.states.filter(
    ({ state }) => state === search.state || state !== 'tables' || hasViews,
  );
  // A link can name a state that no table is in anymore.
  const isKnown = search.state === '' || states.some(({ state }) => state === search.state);
  const chips = [
    { state: '' as const, tables: all },
    ...states,
    ...(isKnown ? [] : [{ state: search.state, tables: 0 }]),
  ];
  const namesOf = (many: readonly { id: string; name: string; tables: number }[]) =>
    many.map(({ id, name, tables }) => ({ value: id, label: `${name} (${number(tables)})` }));
  return (
    <Toolbar>
      {chips.length > 1 && (
        <Chips role="group" aria-label={t('list.filter')}>
          {chips.map(({ state, tables }) => (
            <FilterChip
              key={state}
              pressed={state === search.state}
              count={number(tables)}
              onClick={() => show({ state })}
            >
              {t(`list.state_${state || 'all'}`)}
            </FilterChip>
          ))}
        </Chips>
      )}
      <Choices gap={2}>
        <Choice
          label={t('list.connection')}
          any={t('list.any_connection')}
          value={search.connection}
          options={connections.length > 1 ? namesOf(connections) : []}
          onChange={(connection) => show({ connection })}
        />
        <Choice
          label={t('list.tag')}
          any={t('list.any_tag')}
          value={search.tag}
          options={namesOf(tags.map((tag) => ({ id: tag.name, ...tag })))}
          onChange={(tag) => show({ tag })}
        />
        <Choice
          label={t('list.owner')}
          any={t('list.any_owner')}
          value={search.owner}
          options={namesOf(owners)}
          onChange={(owner) => show({ owner })}
        />
        <AddressSearch
          label={t('list.find')}
          value={search.text}
          onChange={(text) => show({ text })}
          width={280}
        />
      </Choices>
    </Toolbar>
  );
}

interface ChoiceProps {
  label: string;
  /** The choice of all. */
  any: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange(value: string): void;
}

/** One of several, or nothing while there are none. A link can name one that no table has anymore. */
function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  if (options.length === 0 && value === '') return null;
  const all = [{ value: '', label: any }, ...options];
  const isKnown = all.some((one) => one.value === value);
  return (
    <CompactSelect
      label={label}
      value={value}
      options={isKnown ? all : [...all, { value, label: value }]}
      onChange={onChange}
    />
  );
}

/** On phones, the search has the whole width. */
const Choices = styled(Row)({ '@media (max-width: 600px)': { width: '100%' } });
