import { useQuery } from '@headwater/shared/query';
import { useMemo } from 'react';
import { catalogQueries } from '../catalog.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { narrowed, type ColumnMatches } from './search.ts';

export interface ColumnSearch {
  matches: ColumnMatches;
  state: 'idle' | 'searching' | 'failed' | 'done';
  /** Whether more tables have such columns than the API returned. */
  cut: boolean;
  retry(): void;
}

const NOTHING: ColumnMatches = new Map();

/**
 * Searches the columns of a source's tables on the server. Until its response arrives, matches of the previous search
 * that still match remain, so that tables don't disappear from the list only to return a moment later.
 */
export function useColumnMatches(sourceConnectionId: string, searched: string): ColumnSearch {
  const { organizationId } = useWorkspace();
  const search = searched.trim();
  const query = useQuery(catalogQueries.columnMatches(organizationId, sourceConnectionId, search));
  const { data, isPlaceholderData, isError, isFetching } = query;
  const isKnown = data !== undefined && !isPlaceholderData;
  const matches = useMemo(() => {
    if (search === '' || !data) return NOTHING;
    const found = new Map(data.matches.map(({ tableName, ...match }) => [tableName, match]));
    return isKnown ? found : narrowed(found, search);
  }, [data, search, isKnown]);
  const state = search === '' ? 'idle' : isKnown ? 'done' : isError && !isFetching ? 'failed' : 'searching';
  return { matches, state, cut: isKnown && data.cut, retry: () => void query.refetch() };
}
