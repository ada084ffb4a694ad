export { failure, FailureError, toFailure } from '@headwater/base/failures/failure';
export type * from '@headwater/protocol/protocol';
export { loadBridges } from './bridge/load-bridges.ts';
export { bridgeNamed, connectorNamed, connectors, registerBridges } from './registry.ts';
