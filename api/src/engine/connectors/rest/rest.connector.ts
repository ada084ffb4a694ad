import type { Connector } from '../../protocol/protocol.ts';
import { check } from './rest.check.ts';
import { addressOf, described, keepsSecrets, restSpecification, schemaFor } from './rest.config.ts';
import { discover } from './rest.discover.ts';
import { preview, read } from './rest.read.ts';

/** An API that a low-code manifest describes. */
export const rest: Connector = {
  name: 'rest',
  spec: () => restSpecification,
  specificationFor: schemaFor,
  described,
  addressOf,
  keepsSecrets,
  check,
  discover,
  read,
  preview,
};
