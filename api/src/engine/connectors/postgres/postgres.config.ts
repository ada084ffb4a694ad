import type { ConnectorSpecification } from '../../protocol/protocol.ts';
import { SSL_MODES, type SslMode } from '../server-socket.ts';

const DEFAULT_SSL_MODE: SslMode = 'require';

/** The configuration with the schema's defaults filled in. */
export interface PostgresConfiguration {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  sslmode: SslMode;
}

export function configurationOf(configuration: Record<string, unknown>): PostgresConfiguration {
  const given = configuration as unknown as PostgresConfiguration;
  return {
    ...given,
    port: given.port ?? 5432,
    password: given.password ?? '',
    sslmode: given.sslmode ?? DEFAULT_SSL_MODE,
  };
}

/** Returns whether both configurations have the same user and server, and `after` doesn't weaken the encryption. */
export function keepsSecrets(before: Record<string, unknown>, after: Record<string, unknown>): boolean {
  const [old, now] = [configurationOf(before), configurationOf(after)];
  const isSame = old.host === now.host && old.port === now.port && old.user === now.user;
  return isSame && SSL_MODES.indexOf(now.sslmode) >= SSL_MODES.indexOf(old.sslmode);
}

// The protocol ends each of these values with a NUL, so text after a NUL would be read as another setting.
const NO_CONTROLS = '^\\P{Cc}+$';

/** Only typed fields. None can pass options, a file, or a socket to the driver. */
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
  connectionSpecification: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'PostgreSQL',
    type: 'object',
    required: ['host', 'database', 'user'],
    additionalProperties: false,
    properties: {
      host: {
        order: 0,
        title: 'Host',
        description: 'Name or IP address of the server. A replica works too.',
        type: 'string',
        minLength: 1,
        maxLength: 253,
        pattern: '^[\\p{L}\\p{N}._:\\[\\]-]+$',
        examples: ['db.example.com'],
      },
      port: {
        order: 1,
        title: 'Port',
        type: 'integer',
        minimum: 1,
        maximum: 65535,
        default: 5432,
        examples: [5432],
      },
      database: {
        order: 2,
        title: 'Database',
        type: 'string',
        minLength: 1,
        maxLength: 63,
        pattern: NO_CONTROLS,
        examples: ['shop'],
      },
      user: {
        order: 3,
        title: 'User',
        description: 'Use a read-only user.',
        type: 'string',
        minLength: 1,
        maxLength: 63,
        pattern: NO_CONTROLS,
        examples: ['headwater_reader'],
      },
      password: { order: 4, title: 'Password', type: 'string', maxLength: 1000, airbyte_secret: true },
      sslmode: {
        order: 5,
        title: 'Encryption',
        description: 'Require encrypts the connection. Verifying also checks the server’s certificate.',
        type: 'string',
        enum: SSL_MODES,
        default: DEFAULT_SSL_MODE,
      },
    },
  },
  checkSteps: ['resolve', 'reach', 'tls', 'sign_in', 'version', 'list', 'read_one_row'],
  supportedSyncModes: ['full_refresh', 'incremental'],
  filtersRows: true,
};
