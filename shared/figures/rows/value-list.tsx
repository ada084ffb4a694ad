import { CONDITION_VALUES_MAX, type Column } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { Button, styled, Text } from '@headwater/shared/ui';
import { Checkbox, SearchInput } from '@headwater/shared/ui/inputs';
import { useReadableText } from '@headwater/shared/ui/table';
import { useState } from 'react';
import { figureMessages } from '../figure-messages.ts';
import { rowQueries, type ValueSource } from './row.queries.ts';
import { useSettled } from './use-settled.ts';

interface ValueListProps {
  /** What the list is of. */
  column: Column;
  /** At least one. */
  sources: readonly ValueSource[];
  /** Null for rows without a value. */
  chosen: readonly (string | null)[];
  onChange(values: (string | null)[]): void;
}

/** The values of columns to choose from, the most frequent first, with the number of rows that have each if it's known. */
export function ValueList({ column, sources, chosen, onChange }: ValueListProps) {
  const t = figureMessages.use();
  const { number } = useFormat();
  const readable = useReadableText();
  const [search, setSearch] = useState('');
  const [before] = useState(chosen);
  const values = useQuery(rowQueries.valuesOfAll(sources, useSettled(search)));
  const found = values.data?.values ?? [];
  const known = new Set<string | null>(found.map(({ value }) => value));
  // What was chosen stays in sight, whatever is searched for.
  const listed = [
    ...[...new Set([...before, ...chosen])]
      .filter((value) => !known.has(value))
      .map((value) => ({ value, rows: null })),
    ...found,
  ];
  const nameOf = (value: string | null) => {
    if (value === null) return t('chart.no_value');
    return value === '' ? t('filter.empty_text') : readable(value, column);
  };
  const toggle = (value: string | null) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  const isNew = search !== '' && !known.has(search) && !chosen.includes(search) && !values.isPlaceholderData;
  const isFull = chosen.length >= CONDITION_VALUES_MAX;
  return (
    <div>
      <SearchInput label={t('filter.find_value')} value={search} onChange={setSearch} width="100%" />
      <List
        aria-busy={values.isFetching || undefined}
        aria-label={t('filter.values', { column: column.name })}
      >
        {listed.map(({ value, rows }) => (
          <li key={value === null ? 'null' : `text ${value}`}>
            <Checkbox
              label={nameOf(value)}
              checked={chosen.includes(value)}
              disabled={isFull && value !== null && !chosen.includes(value)}
              onChange={() => toggle(value)}
            />
            {rows !== null && <span>{number(rows)}</span>}
          </li>
        ))}
      </List>
      {values.isError && (
        <Text tone="dim" size={12}>
          {t('filter.no_values')}
        </Text>
      )}
      {values.data?.hasMore && (
        <Text tone="dim" size={12}>
          {t(sources.length > 1 ? 'filter.many_values' : 'filter.most_frequent', { count: found.length })}
        </Text>
      )}
      {isNew && !values.isFetching && !isFull && (
        <Button size="small" onClick={() => toggle(search)}>
          {t('filter.use_value', { value: search })}
        </Button>
      )}
    </div>
  );
}

const List = styled('ul')({
  listStyle: 'none',
  margin: '8px -16px',
  padding: '0 16px',
  height: 208,
  overflow: 'auto',
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    minHeight: 30,
  },
  '& > li > span:last-child': { color: 'var(--text-2)', fontVariantNumeric: 'tabular-nums', flex: 'none' },
  '& label': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});
