import { may } from '@headwater/shared/contract';
import type { ListedShare, ShareRow } from './report-shares.repository.ts';

/** What people see of a link. Never its token, which isn't stored. */
export const presentLink = (row: ShareRow) => ({
  type: 'share_links' as const,
  id: row.id,
  attributes: {
    hasPassword: row.password_hash !== null,
    filtersOpen: row.filters_open,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isExpired: row.expires_at.getTime() <= Date.now(),
    isBacked: may(row.role, 'data:edit'),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  },
});

/** A link in the list of all reports' links. */
export function presentListedLink(row: ListedShare) {
  const { attributes, ...rest } = presentLink(row);
  return { ...rest, attributes: { ...attributes, report: { id: row.report_id, name: row.report } } };
}
