import type { ConnectionExport, NewSourceConnection } from '@headwater/shared/contract';
import type { Connector } from '../../connector.queries.ts';

/** What the forms for servers and for files have in common. */
export interface ImportFormProps {
  organizationId: string;
  connector: Connector;
  exported: ConnectionExport;
  save(given: Omit<NewSourceConnection, 'connector'>): Promise<void>;
}
