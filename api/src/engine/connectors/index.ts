export { failure, FailureError, toFailure } from '../../platform/failures/failure.ts';
export type * from '../protocol/protocol.ts';
export { connectorNamed, connectors } from './registry.ts';
