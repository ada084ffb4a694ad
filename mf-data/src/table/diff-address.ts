import { paths } from '@headwater/shared/routing';
import type { TableAddress } from '@headwater/shared/tables';
import type { ComparedVersions } from '../diff.queries.ts';

/** Returns the versions that a URL compares, or null if it compares none. */
export function comparedIn(query: URLSearchParams): ComparedVersions | null {
  const [before, after] = [numberIn(query, 'from'), numberIn(query, 'to')];
  return before === null || after === null ? null : { before, after };
}

export const versionsPath = ({ organizationId, sourceConnectionId, tableName }: TableAddress) =>
  `${paths.table(organizationId, sourceConnectionId, tableName)}?tab=versions`;

export const diffPath = (address: TableAddress, { before, after }: ComparedVersions) =>
  `${versionsPath(address)}&from=${before}&to=${after}`;

function numberIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name) ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
