import { ownValue } from '@headwater/shared/contract/plain';
/** How to reach a database through an SSH server. */
export interface TunnelConfiguration {
  host: string;
  port: number;
  user: string;
  /** The fingerprint of the key that the server must have; empty if none is trusted yet. */
  hostKey: string;
  method: 'key' | 'password';
  key: string;
  passphrase: string;
  password: string;
}

const SSH_PORT = 22;

/** Returns the tunnel of a configuration that fits its schema, or null if it has none. */
export function tunnelOf(given: Readonly<Record<string, unknown>>): TunnelConfiguration | null {
  if (given.tunnel !== 'ssh') return null;
  const text = (name: string) => (ownValue(given, `tunnel_${name}`) as string | undefined) ?? '';
  return {
    host: text('host'),
    port: (given.tunnel_port as number | undefined) ?? SSH_PORT,
    user: text('user'),
    hostKey: text('host_key').replace(/=+$/, ''),
    method: given.tunnel_method === 'password' ? 'password' : 'key',
    key: text('key'),
    passphrase: text('passphrase'),
    password: text('password'),
  };
}

/** Returns whether what was secret for one tunnel may go through the other. */
export function isSameTunnel(old: TunnelConfiguration | null, now: TunnelConfiguration | null): boolean {
  if (old === null || now === null) return old === now;
  const isSame = old.host === now.host && old.port === now.port && old.user === now.user;
  return isSame && (old.hostKey === '' || old.hostKey === now.hostKey);
}

const SSH = { field: 'tunnel', value: 'ssh' };
const BY_KEY = { field: 'tunnel_method', value: 'key' };
const BY_PASSWORD = { field: 'tunnel_method', value: 'password' };
const REQUIRED = { required: true };

/** The fields of a tunnel in the form of a database server, from this place on. */
export const tunnelProperties = (order: number, hostPattern: string, textPattern: string) => ({
  tunnel: {
    order,
    title: 'SSH tunnel',
    description: 'For a server that can only be reached through another one.',
    type: 'string',
    enum: ['none', 'ssh'],
    default: 'none',
  },
  tunnel_host: {
    order: order + 1,
    title: 'SSH host',
    description: 'Name or IP address of the SSH server. It connects to the database’s host, as it knows it.',
    type: 'string',
    minLength: 1,
    maxLength: 253,
    pattern: hostPattern,
    examples: ['bastion.example.com'],
    when: { ...SSH, ...REQUIRED },
  },
  tunnel_port: {
    order: order + 2,
    title: 'SSH port',
    type: 'integer',
    minimum: 1,
    maximum: 65535,
    default: SSH_PORT,
    when: SSH,
  },
  tunnel_user: {
    order: order + 3,
    title: 'SSH user',
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: textPattern,
    examples: ['tunnel'],
    when: { ...SSH, ...REQUIRED },
  },
  tunnel_method: {
    order: order + 4,
    title: 'Sign in with',
    type: 'string',
    enum: ['key', 'password'],
    default: 'key',
    when: SSH,
  },
  tunnel_key: {
    order: order + 5,
    title: 'Private key',
    description: 'The file of the key, such as id_ed25519, and not the one that ends with .pub.',
    type: 'string',
    format: 'secret_file',
    maxLength: 20_000,
    airbyte_secret: true,
    when: { ...BY_KEY, ...REQUIRED },
  },
  tunnel_passphrase: {
    order: order + 6,
    title: 'Passphrase of the key',
    type: 'string',
    maxLength: 1000,
    airbyte_secret: true,
    when: BY_KEY,
  },
  tunnel_password: {
    order: order + 7,
    title: 'SSH password',
    type: 'string',
    maxLength: 1000,
    airbyte_secret: true,
    when: { ...BY_PASSWORD, ...REQUIRED },
  },
  tunnel_host_key: {
    order: order + 8,
    title: 'Host key of the SSH server',
    description: 'Its fingerprint. Leave this empty and test the connection to see it.',
    type: 'string',
    pattern: '^SHA256:[A-Za-z0-9+/]{43}=?$',
    when: SSH,
  },
});

const when = (condition: Record<string, string>, ...required: string[]) => ({
  if: {
    properties: Object.fromEntries(
      Object.entries(condition).map(([name, value]) => [name, { const: value }]),
    ),
    required: Object.keys(condition),
  },
  then: { required },
});

/** What a tunnel needs. Its key is the way to sign in unless another one is chosen. */
export const tunnelConditions = [
  when({ tunnel: 'ssh' }, 'tunnel_host', 'tunnel_user'),
  when({ tunnel: 'ssh', tunnel_method: 'password' }, 'tunnel_password'),
  when({ tunnel: 'ssh', tunnel_method: 'key' }, 'tunnel_key'),
];
