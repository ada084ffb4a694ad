import type { ConnectorSpecification } from '@headwater/protocol/protocol';
import { isSameServer, serverConfiguration, serverSpecification } from '../server-config.ts';

const PORT = 5432;

export const configurationOf = (given: Record<string, unknown>) => serverConfiguration(given, PORT);

/** Returns whether a stored password may still be used after this change. */
export const keepsSecrets = (before: Record<string, unknown>, after: Record<string, unknown>): boolean =>
  isSameServer(configurationOf(before), configurationOf(after));

export const postgresSpecification: ConnectorSpecification = {
  name: 'PostgreSQL',
  category: 'database',
  supportLevel: 'built_in',
  aliases: [
    'pg',
    'postgres',
    'psql',
    'timescale',
    'citus',
    'aurora',
    'rds',
    'cloud sql',
    'alloydb',
    'supabase',
    'neon',
  ],
  tile: { letters: 'Pg', hue: 1 },
  takesUploads: false,
  connectionSpecification: serverSpecification({
    title: 'PostgreSQL',
    port: PORT,
    databaseLength: 63,
    userLength: 63,
  }),
  checkSteps: ['resolve', 'reach', 'tls', 'sign_in', 'version', 'list', 'read_one_row'],
  supportedSyncModes: ['full_refresh', 'incremental'],
  filtersRows: true,
};
