import { ownValue } from '@headwater/shared/contract/plain';
import type { Connector, InstallationSettings } from '@headwater/protocol/protocol';

/** Where each connector of the registry is, by its name. */
const MODULES: Readonly<Record<string, () => Promise<Connector>>> = {
  csv: async () => (await import('./files/files.connector.ts')).files,
  web_file: async () => (await import('./web/web-file.connector.ts')).webFile,
  google_sheets: async () => (await import('./sheets/google-sheets.connector.ts')).googleSheets,
  postgres: async () => (await import('./server/postgres/postgres.connector.ts')).postgres,
  mysql: async () => (await import('./server/mysql/mysql.connector.ts')).mysql,
  rest: async () => (await import('@headwater/manifests/rest.connector')).rest,
  sample_shop: async () => (await import('./sample-shop/sample-shop.connector.ts')).sampleShop,
};

/**
 * Returns a connector in a process of its own, which only knows what its job says about bridges. Loads no other
 * connector: their drivers and parsers would double the time that such a process takes to start.
 */
export async function connectorFor(
  name: string,
  { bridge }: InstallationSettings,
): Promise<Connector | undefined> {
  if (!bridge) return ownValue(MODULES, name)?.();
  const { bridgeConnector } = await import('./bridge/bridge.connector.ts');
  return bridgeConnector(bridge);
}
