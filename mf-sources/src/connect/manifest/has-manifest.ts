import type { Connector } from '../../connector.queries.ts';
import { fieldsOf } from '../specification.ts';

/** The field that holds a manifest. */
export const MANIFEST = 'manifest';

/** Whether a connector's form is made from a manifest that people paste. */
export const hasManifest = ({ connectionSpecification }: Connector) =>
  fieldsOf(connectionSpecification).some(({ kind }) => kind === 'manifest');
