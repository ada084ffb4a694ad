import type { ListedQuery, SavedQuery, SavedQueryVersion } from '@headwater/shared/contract';
import type { QueryVersionRow } from './saved-queries.repository.ts';

const listed = (row: Omit<QueryVersionRow, 'sql' | 'parameters'>) => ({
  name: row.name,
  description: row.description,
  version: row.version,
  savedBy: row.saved_by,
  savedAt: row.saved_at.toISOString(),
});
const content = ({ sql, parameters }: QueryVersionRow) => ({ sql, parameters });

export const presentListedQuery = (row: Omit<QueryVersionRow, 'sql' | 'parameters'>): ListedQuery => ({
  type: 'saved_queries',
  id: row.saved_query_id,
  attributes: listed(row),
});

export const presentQuery = (row: QueryVersionRow): SavedQuery => ({
  type: 'saved_queries',
  id: row.saved_query_id,
  attributes: { ...listed(row), ...content(row) },
});

export const presentQueryVersion = (row: QueryVersionRow): SavedQueryVersion => ({
  type: 'saved_query_versions',
  id: `${row.saved_query_id}.${row.version}`,
  attributes: { ...listed(row), ...content(row), restoredVersion: row.restored_version },
});
