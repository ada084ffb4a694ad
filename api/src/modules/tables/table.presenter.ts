import type { TableAttributes } from '@headwater/shared/contract';
import { presentColumn } from '../source-connections/index.ts';
import type { TableRow } from './tables.repository.ts';

export function presentTable(row: TableRow) {
  const {
    id,
    freshAsOf,
    lateAt,
    columns,
    primaryKey,
    damagedAt,
    heldVersion,
    heldRows,
    heldSince,
    ...facts
  } = row;
  const attributes: TableAttributes = {
    ...facts,
    freshAsOf: freshAsOf?.toISOString() ?? null,
    lateAt: lateAt?.toISOString() ?? null,
    columns: (columns ?? []).map(presentColumn),
    primaryKey: primaryKey ?? [],
    damagedAt: damagedAt?.toISOString() ?? null,
    held:
      heldVersion === null
        ? null
        : { version: heldVersion, rows: heldRows!, since: heldSince!.toISOString() },
  };
  return { type: 'tables' as const, id, attributes };
}
