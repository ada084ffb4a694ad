import type { Bridge } from '@headwater/protocol/bridge-declaration';
import { bridgeConnector } from './bridge/bridge.connector.ts';
import { files } from './files/files.connector.ts';
import { googleSheets } from './sheets/google-sheets.connector.ts';
import { mysql } from './server/mysql/mysql.connector.ts';
import { postgres } from './server/postgres/postgres.connector.ts';
import { rest } from '@headwater/manifests/rest.connector';
import { sampleShop } from './sample-shop/sample-shop.connector.ts';
import { webFile } from './web/web-file.connector.ts';
import type { Connector } from '@headwater/protocol/protocol';

/** All connectors of the product, in the order in which they are offered. */
export const connectors: readonly Connector[] = [
  files,
  webFile,
  googleSheets,
  postgres,
  mysql,
  rest,
  sampleShop,
];

let bridges: readonly { bridge: Bridge; connector: Connector }[] = [];

/** Adds what the operator has registered, in place of what was registered before. */
export function registerBridges(registered: readonly Bridge[]): void {
  bridges = registered.map((bridge) => ({ bridge, connector: bridgeConnector(bridge) }));
}

/** Returns what is registered under a name. Null if it's a connector of the product, or unknown. */
export const bridgeNamed = (name: string): Bridge | null =>
  bridges.find(({ connector }) => connector.name === name)?.bridge ?? null;

/** All connectors of this installation. */
export const installedConnectors = (): readonly Connector[] => [
  ...connectors,
  ...bridges.map(({ connector }) => connector),
];

export function connectorNamed(name: string): Connector | undefined {
  return installedConnectors().find((connector) => connector.name === name);
}
