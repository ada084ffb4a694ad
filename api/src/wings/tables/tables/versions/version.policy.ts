import { Refusal } from '@headwater/base/refusals/refusal';
import type { TableRow } from '../tables.repository.ts';
import type { KeptVersion } from './versions.repository.ts';

/** Throws if the version shows values of columns that people have masked since. */
export function refuseUnmasked(
  { version, maskedSince }: KeptVersion,
  at: { pointer: string } | { parameter: string },
): void {
  if (maskedSince.length > 0)
    throw new Refusal('version_unmasked', { ...at, values: { version, columns: maskedSince.join(', ') } });
}

/** Throws if the product makes the table: a view's rows are what its query makes of today's tables, for example. */
export function refuseMade({ selection }: TableRow): void {
  if (selection === 'view') throw new Refusal('view_not_restorable');
  if (selection === 'built_in') throw new Refusal('built_in_not_restorable');
}

/** Throws if the table's connection was deleted: what it has left stays as it is. */
export function refuseDeleted({ connectionDeletedAt }: TableRow): void {
  if (connectionDeletedAt) throw new Refusal('connection_deleted');
}
