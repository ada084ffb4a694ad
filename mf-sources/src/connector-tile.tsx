import { useQuery } from '@headwater/shared/query';
import { Tile } from '@headwater/shared/ui/workspace';
import { connectorQueries, type Connector } from './connector.queries.ts';
import { messages } from './messages.ts';

/** Returns a connector; undefined until the list is loaded, or if this version doesn't have the connector. */
export function useConnector(id: string): Connector | undefined {
  return useQuery(connectorQueries.list()).data?.find((connector) => connector.id === id);
}

/** Returns a connector's name, translated unless it is a proper name. */
export function useConnectorName(): (connector: Pick<Connector, 'id' | 'name'>) => string {
  const t = messages.use();
  return ({ id, name }) => {
    const key = `connector.${id}`;
    return t.has(key) ? t(key) : name;
  };
}

/** A connector's tile. Until its letters are known, it shows the first two of its ID. */
export function ConnectorTile({ id, size }: { id: string; size?: 20 | 28 }) {
  const connector = useConnector(id);
  const letters = connector?.tile.letters ?? id.slice(0, 1).toUpperCase() + id.slice(1, 2);
  return <Tile letters={letters} hue={connector?.tile.hue} size={size} />;
}
