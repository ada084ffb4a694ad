import { connectorFormDocument, newConnectorFormBody } from '@headwater/shared/contract';
import { member } from '../../../../http/access.ts';
import { defineRoute } from '../../../../http/define-route.ts';
import { askerIn, CONFIGURATION_MAX_BYTES, examineConfiguration } from './configuration.rules.ts';

const create = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/connector-forms',
  summary:
    'The form of a configuration that depends on a text in it, and what is wrong with that text, line by line.',
  access: member('sources:edit'),
  body: newConnectorFormBody,
  responses: { 200: connectorFormDocument },
  maxBytes: CONFIGURATION_MAX_BYTES,
  handler: async ({ workspace, body }) => {
    const { connector, schema, text } = await examineConfiguration(body.data.attributes, askerIn(workspace));
    const { faults, streams } = text ?? { faults: [], streams: [] };
    const attributes = { connectionSpecification: schema, faults, streams };
    return { data: { type: 'connector_forms' as const, id: connector.name, attributes } };
  },
});

export const connectorFormRoutes = [create];
