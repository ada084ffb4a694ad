import type { ConnectorSpecification } from '@headwater/protocol/protocol';
import { SSL_MODES, type SslMode } from './server-socket.ts';
import {
  isSameTunnel,
  tunnelConditions,
  tunnelOf,
  tunnelProperties,
  type TunnelConfiguration,
} from './server-tunnel-config.ts';

const DEFAULT_SSL_MODE: SslMode = 'require';

/** The configuration of a database server, with the schema's defaults filled in. */
export interface ServerConfiguration {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  sslmode: SslMode;
  tunnel: TunnelConfiguration | null;
}

/** Fills in the defaults of a configuration that fits its schema. */
export function serverConfiguration(given: Record<string, unknown>, port: number): ServerConfiguration {
  const known = given as unknown as Omit<ServerConfiguration, 'tunnel'>;
  return {
    host: known.host,
    database: known.database,
    user: known.user,
    port: known.port ?? port,
    password: known.password ?? '',
    sslmode: known.sslmode ?? DEFAULT_SSL_MODE,
    tunnel: tunnelOf(given),
  };
}

/** Returns whether both have the same user and server on the same way, and `now` doesn't weaken the encryption. */
export function isSameServer(old: ServerConfiguration, now: ServerConfiguration): boolean {
  const isSame = old.host === now.host && old.port === now.port && old.user === now.user;
  return (
    isSame &&
    isSameTunnel(old.tunnel, now.tunnel) &&
    SSL_MODES.indexOf(now.sslmode) >= SSL_MODES.indexOf(old.sslmode)
  );
}

// Protocols end each of these values with a NUL, so text after a NUL would be read as another setting.
const NO_CONTROLS = '^\\P{Cc}+$';
const HOST = '^[\\p{L}\\p{N}._:\\[\\]-]+$';

interface ServerForm {
  title: string;
  port: number;
  /** How long names of databases and of users are at most. */
  databaseLength: number;
  userLength: number;
}

/** The form of a database server. Only typed fields: none can pass options, a file, or a socket to a driver. */
export const serverSpecification = ({
  title,
  port,
  databaseLength,
  userLength,
}: ServerForm): ConnectorSpecification['connectionSpecification'] => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title,
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
      pattern: HOST,
      examples: ['db.example.com'],
    },
    port: {
      order: 1,
      title: 'Port',
      type: 'integer',
      minimum: 1,
      maximum: 65535,
      default: port,
      examples: [port],
    },
    database: {
      order: 2,
      title: 'Database',
      type: 'string',
      minLength: 1,
      maxLength: databaseLength,
      pattern: NO_CONTROLS,
      examples: ['shop'],
    },
    user: {
      order: 3,
      title: 'User',
      description: 'Use a read-only user.',
      type: 'string',
      minLength: 1,
      maxLength: userLength,
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
    ...tunnelProperties(6, HOST, NO_CONTROLS),
  },
  allOf: tunnelConditions,
});
