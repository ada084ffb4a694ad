import type { ConnectorSpecification } from '@headwater/protocol/protocol';
import { isSameServer, serverConfiguration, serverSpecification } from '../server-config.ts';

const PORT = 3306;

export const configurationOf = (given: Record<string, unknown>) => serverConfiguration(given, PORT);

/** Returns whether a stored password may still be used after this change. */
export const keepsSecrets = (before: Record<string, unknown>, after: Record<string, unknown>): boolean =>
  isSameServer(configurationOf(before), configurationOf(after));

export const mysqlSpecification: ConnectorSpecification = {
  name: 'MySQL and MariaDB',
  category: 'database',
  supportLevel: 'built_in',
  aliases: ['mysql', 'mariadb', 'maria', 'percona', 'aurora', 'rds', 'cloud sql'],
  tile: { letters: 'My', hue: 3 },
  takesUploads: false,
  connectionSpecification: serverSpecification({
    title: 'MySQL and MariaDB',
    port: PORT,
    databaseLength: 64,
    userLength: 128,
  }),
  checkSteps: ['resolve', 'reach', 'tls', 'sign_in', 'version', 'list', 'read_one_row'],
  supportedSyncModes: ['full_refresh', 'incremental'],
  filtersRows: true,
};
