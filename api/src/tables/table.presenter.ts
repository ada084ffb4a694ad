import type { TableAttributes } from '@headwater/shared/contract';
import { presentColumn } from '../source-connections/catalog.presenter.ts';
import type { TableRow } from './tables.repository.ts';

export function presentTable({ id, freshAsOf, columns, primaryKey, ...facts }: TableRow) {
  const attributes: TableAttributes = {
    ...facts,
    freshAsOf: freshAsOf?.toISOString() ?? null,
    columns: (columns ?? []).map(presentColumn),
    primaryKey: primaryKey ?? [],
  };
  return { type: 'tables' as const, id, attributes };
}
