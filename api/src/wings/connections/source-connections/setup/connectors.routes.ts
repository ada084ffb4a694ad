import { connectorCollection } from '@headwater/shared/contract';
import { installedConnectors } from '@headwater/connectors/registry';
import { signedIn } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';

const listConnectors = defineRoute({
  method: 'GET',
  path: '/connectors',
  summary: 'Every connector of this installation, with the schema of its configuration.',
  access: signedIn(),
  responses: { 200: connectorCollection },
  handler: async () => {
    const data = installedConnectors().map((connector) => {
      const { name, category, supportLevel, aliases, tile, takesUploads, connectionSpecification } =
        connector.spec();
      const attributes = {
        name,
        category,
        supportLevel,
        aliases,
        tile,
        takesUploads,
        connectionSpecification,
      };
      return { type: 'connectors' as const, id: connector.name, attributes };
    });
    return { data, links: { next: null }, meta: { total: data.length } };
  },
});

export const connectorRoutes = [listConnectors];
