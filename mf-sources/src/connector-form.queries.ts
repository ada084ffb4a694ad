import { api } from '@headwater/shared/api';
import type { ConnectorFormAttributes } from '@headwater/shared/contract';

export type ConnectorForm = { id: string; type: 'connector_forms' } & ConnectorFormAttributes;

/** Returns the form of a configuration that depends on a text in it, with what is wrong with the text. */
export const readForm = (organizationId: string, connector: string, configuration: Record<string, unknown>) =>
  api.post<ConnectorForm>(`organizations/${organizationId}/connector-forms`, {
    type: 'connector_forms',
    attributes: { connector, configuration },
  });
