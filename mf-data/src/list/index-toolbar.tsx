import type { TableIndexAttributes } from '@headwater/shared/contract';
import { useSearchParams } from '@headwater/shared/routing';
import type { IndexSearch } from '@headwater/shared/tables';
import { CompactSelect, Row, styled } from '@headwater/shared/ui';
import { AddressSearch } from '@headwater/shared/ui/inputs';
import { Toolbar } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { withSearch } from './index-address.ts';

interface IndexToolbarProps {
  index: TableIndexAttributes;
  search: IndexSearch;
}

/** Searches and filters the index. Filters are shown once there is something to choose. */
export function IndexToolbar({ index, search }: IndexToolbarProps) {
  const t = messages.use();
  const [, setQuery] = useSearchParams();
  const show = (change: Partial<IndexSearch>) =>
    setQuery((latest) => withSearch(latest, change), { replace: true });
  const { tags, owners } = index;
  const tagOptions = tags.map(({ tag, tables }) => ({ value: tag, label: `${tag} (${tables})` }));
  const ownerOptions = owners.map(({ id, name, tables }) => ({ value: id, label: `${name} (${tables})` }));
  return (
    <Toolbar>
      <Choices gap={2}>
        <AddressSearch
          label={t('list.find')}
          value={search.text}
          onChange={(text) => show({ text })}
          width={320}
        />
        {(tags.length > 0 || search.tag !== '') && (
          <CompactSelect
            label={t('list.tag')}
            value={search.tag}
            options={withChosen([{ value: '', label: t('list.any_tag') }, ...tagOptions], search.tag)}
            onChange={(tag) => show({ tag })}
          />
        )}
        {(owners.length > 0 || search.owner !== '') && (
          <CompactSelect
            label={t('list.owner')}
            value={search.owner}
            options={withChosen([{ value: '', label: t('list.any_owner') }, ...ownerOptions], search.owner)}
            onChange={(owner) => show({ owner })}
          />
        )}
      </Choices>
    </Toolbar>
  );
}

/** On phones, the search has the whole width. */
const Choices = styled(Row)({ '@media (max-width: 600px)': { width: '100%' } });

/** A link can name a tag or an owner that no table has anymore. */
const withChosen = (options: { value: string; label: string }[], chosen: string) =>
  options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: chosen }];
