export { failure, FailureError, toFailure } from './failure.ts';
export type * from './protocol.ts';
export { connectorNamed, connectors } from './registry.ts';
