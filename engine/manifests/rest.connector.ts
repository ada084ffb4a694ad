import type { Connector } from '@headwater/protocol/protocol';
import { check } from './rest.check.ts';
import { examineInThread } from './manifest-thread.ts';
import { keepsSecrets, restSpecification } from './rest.config.ts';
import { discover } from './rest.discover.ts';
import { preview, read } from './rest.read.ts';
import { testRequests } from './rest.test-requests.ts';

/** An API that a low-code manifest describes. */
export const rest: Connector = {
  name: 'rest',
  spec: () => restSpecification,
  examine: examineInThread,
  keepsSecrets,
  check,
  discover,
  read,
  preview,
  testRequests,
};
