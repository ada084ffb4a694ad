import type { Connector } from '../connector.queries.ts';

type Searched = Pick<Connector, 'name' | 'aliases'>;

/** Returns the connectors with a matching name or alias: "pg" finds PostgreSQL. */
export function searchConnectors<C extends Searched>(connectors: readonly C[], search: string): C[] {
  const wanted = search.trim().toLowerCase();
  return connectors.filter(({ name, aliases }) =>
    [name, ...aliases].some((word) => word.toLowerCase().includes(wanted)),
  );
}
