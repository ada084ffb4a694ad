import { Refusal } from '@headwater/base/refusals/refusal';
import type { Principal } from './principal.ts';

/**
 * Returns the connections that someone sees with all of their tables and rows, or null for every connection. What is
 * known of a connection, such as its runs, would give away the rest.
 */
export function wholeConnections(principal: Principal): string[] | null {
  if (principal.kind === 'user' || principal.scope === null) return null;
  const { scope } = principal;
  const isFiltered = (id: string) =>
    scope.some(
      ({ sourceConnectionId, tables }) =>
        sourceConnectionId === id && (tables ?? []).some(({ filter = [] }) => filter.length > 0),
    );
  return scope
    .filter(({ sourceConnectionId, tables }) => tables === null && !isFiltered(sourceConnectionId))
    .map(({ sourceConnectionId }) => sourceConnectionId);
}

/** Throws a 404 for a connection that someone doesn't see as a whole. */
export function requireWholeConnection(principal: Principal, id: string): void {
  if (!(wholeConnections(principal)?.includes(id) ?? true)) throw new Refusal('not_found');
}
