import { useQuery } from '@headwater/shared/query';
import { QueryBoundary, Skeleton, styled, Text } from '@headwater/shared/ui';
import { IconCheck } from '@headwater/shared/ui/icons';
import { SearchInput } from '@headwater/shared/ui/inputs';
import { PopoverBody } from '@headwater/shared/ui/menu';
import { RelativeTime } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { messages } from '../../../messages.ts';
import { savedQueries, useSettled } from '@headwater/shared/figures';

interface QueryListProps {
  organizationId: string;
  /** The ID of the query that is open. */
  current: string | null;
  onOpen(id: string): void;
}

/** The saved queries of the workspace, searched by name, description, and SQL. */
export function QueryList({ organizationId, current, onOpen }: QueryListProps) {
  const t = messages.use();
  const [search, setSearch] = useState('');
  const found = useQuery(savedQueries.list(organizationId, useSettled(search.trim())));
  return (
    <PopoverBody>
      <h3>{t('saved.title')}</h3>
      <SearchInput label={t('saved.search')} value={search} onChange={setSearch} width="100%" />
      <QueryBoundary query={found} thing={t('saved.thing')} loading={<Skeleton width="100%" height={160} />}>
        {(queries) =>
          queries.length === 0 ? (
            <Text tone="dim">
              {search.trim() === '' ? t('saved.none') : t('list.none_found', { search: search.trim() })}
            </Text>
          ) : (
            <Choices aria-label={t('saved.title')}>
              {queries.map(({ id, name, description, savedBy, savedAt }) => (
                <li key={id}>
                  <Choice type="button" aria-current={id === current || undefined} onClick={() => onOpen(id)}>
                    <b>
                      {name}
                      {id === current && <IconCheck size={14} />}
                    </b>
                    {description !== '' && <span>{description}</span>}
                    <small>
                      {savedBy}, <RelativeTime iso={savedAt} />
                    </small>
                  </Choice>
                </li>
              ))}
            </Choices>
          )
        }
      </QueryBoundary>
    </PopoverBody>
  );
}

/** A list of things to open, each of several lines. */
export const Choices = styled('ul')({
  listStyle: 'none',
  margin: '0 -8px',
  padding: 0,
  maxHeight: 'min(400px, 55vh)',
  overflow: 'auto',
});
export const Choice = styled('button')({
  display: 'grid',
  gap: 2,
  width: '100%',
  minWidth: 0,
  padding: '6px 8px',
  borderRadius: 'var(--radius-in)',
  textAlign: 'left',
  '&:hover': { background: 'var(--surface-2)' },
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& b': { display: 'flex', alignItems: 'center', gap: 6, fontWeight: 'var(--weight-strong)' },
  '& > span': { color: 'var(--text-2)' },
  '& small': { fontSize: 'var(--size-12)', color: 'var(--text-3)' },
  '& code': { fontFamily: 'var(--font-mono)', fontSize: 12 },
});
