import type { Connector } from '../connector.queries.ts';
import { postgres } from './fixtures.ts';

/** The form of an API that asks for a manifest, and for these values. */
export const manifestSpecification = (properties: object) => ({
  type: 'object',
  required: ['manifest'],
  properties: {
    manifest: { type: 'string', format: 'manifest', order: 0, title: 'Manifest' },
    ...properties,
  },
});

/** The connector of APIs that a manifest describes. */
export const restApi = {
  ...postgres,
  id: 'rest',
  name: 'REST API',
  connectionSpecification: manifestSpecification({}),
} as unknown as Connector;
