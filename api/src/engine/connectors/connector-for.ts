import type { Connector, InstallationSettings } from '../protocol/protocol.ts';
import { bridgeConnector } from './bridge/bridge.connector.ts';
import { connectorNamed } from './registry.ts';

/** Returns a connector in a process of its own, which only knows what its job says about bridges. */
export const connectorFor = (name: string, { bridge }: InstallationSettings): Connector | undefined =>
  bridge ? bridgeConnector(bridge) : connectorNamed(name);
