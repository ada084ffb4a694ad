import { connectorFormDocument, newConnectorFormBody } from '@headwater/shared/contract';
import { schemaOf } from '../../engine/connectors/configuration.ts';
import { member } from '../../http/access.ts';
import { defineRoute } from '../../http/define-route.ts';
import { requireConnector } from './configuration.rules.ts';

const create = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/connector-forms',
  summary:
    'The form of a configuration that depends on a text in it, and what is wrong with that text, line by line.',
  access: member('sources:edit'),
  body: newConnectorFormBody,
  responses: { 200: connectorFormDocument },
  handler: async ({ body }) => {
    const { connector: id, configuration } = body.data.attributes;
    const connector = requireConnector(id);
    const described = connector.described?.(configuration) ?? { faults: [], streams: [] };
    const attributes = { connectionSpecification: schemaOf(connector, configuration), ...described };
    return Promise.resolve({ data: { type: 'connector_forms' as const, id, attributes } });
  },
});

export const connectorFormRoutes = [create];
