import { files } from './files/files.connector.ts';
import { googleSheets } from './google-sheets/google-sheets.connector.ts';
import { mysql } from './mysql/mysql.connector.ts';
import { postgres } from './postgres/postgres.connector.ts';
import { rest } from './rest/rest.connector.ts';
import { sampleShop } from './sample-shop/sample-shop.connector.ts';
import { webFile } from './web-file/web-file.connector.ts';
import type { Connector } from '../protocol/protocol.ts';

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

export function connectorNamed(name: string): Connector | undefined {
  return connectors.find((connector) => connector.name === name);
}
