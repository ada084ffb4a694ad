export { failure, FailureError, toFailure } from '../../platform/failures/failure.ts';
export type * from '../protocol/protocol.ts';
export { loadBridges } from './bridge/load-bridges.ts';
export { bridgeNamed, connectorNamed, connectors, registerBridges } from './registry.ts';
