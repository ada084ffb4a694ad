import { useMemo } from 'react';
import type { ConnectionExport, NewSourceConnection } from '@headwater/shared/contract';
import type { Connector } from '../../connector.queries.ts';
import { valuesOf } from '../configuration.ts';
import { fieldsOf } from '../specification.ts';

/** What the forms for servers and for files have in common. */
export interface ImportFormProps {
  organizationId: string;
  connector: Connector;
  exported: ConnectionExport;
  save(given: Omit<NewSourceConnection, 'connector'>): Promise<void>;
}

/** Returns what a form starts with. The same object while the file is the same, because another one resets the form. */
export function useExportedValues({ connector, exported }: ImportFormProps) {
  const { name, configuration } = exported;
  return useMemo(
    () => ({ name, ...valuesOf(fieldsOf(connector.connectionSpecification), configuration) }),
    [connector, name, configuration],
  );
}
