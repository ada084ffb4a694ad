import { homedir } from 'node:os';
import { resolve } from 'node:path';
import {
  ConfigReader,
  dataDirectoryOf,
  emailAddress,
  readServerConfig,
  webUrl,
  type ServerConfig,
} from '@headwater/shared/contract';
import {
  absolutePath,
  demoRule,
  domains,
  signUpRule,
  smtpUrl,
  logLevel,
  networks,
  positiveNumber,
  postgresUrl,
  switchedOn,
} from './config-values.ts';

/** Who may sign up: everyone, people who were invited, or people from these domains. */
export type SignUpRule = 'open' | 'invited' | readonly string[];

/** Who may enter the demo: everyone, people who have a code, or no one. */
export type DemoRule = 'open' | 'codes' | 'off';

/** The OpenID provider behind "Continue with Google". */
export interface GoogleConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Domains whose mailboxes are run by this issuer. For these, its claim to an email address is proof. */
  readonly issuerDomains: readonly string[];
}

/** The limits for one workspace, and for one user. */
export interface Quotas {
  /** The limit for uploads and the kept versions of tables together. */
  readonly storageBytes: number;
  readonly uploads: number;
  readonly connections: number;
  /** The limit for how many workspaces a user may belong to. */
  readonly workspaces: number;
}

export interface Config extends ServerConfig {
  /** Where keys, metadata, and tables are stored, outside the clone. */
  readonly dataDirectory: string;
  /** Null for the embedded PostgreSQL in the data directory. */
  readonly databaseUrl: string | null;
  /** The only peers whose X-Forwarded-* headers are trusted. */
  readonly trustedProxies: readonly string[];
  readonly signUp: SignUpRule;
  readonly demo: DemoRule;
  /** Null if signing in with Google is off. */
  readonly google: GoogleConfig | null;
  /**
   * `smtp://` or `smtps://`. If null, mails are written into the data directory and nothing depends on them.
   */
  readonly smtpUrl: string | null;
  /** The sender address of mails. */
  readonly mailFrom: string;
  readonly logLevel: string;
  /** Networks that sources may be in, in addition to those that the network policy allows anyway. */
  readonly allowedNetworks: readonly string[];
  /** Stands in for all of Google's own addresses when spreadsheets are read. Null for those. */
  readonly googleSheetsUrl: string | null;
  /** Which executables the operator has registered as connectors. Null if there are none. */
  readonly bridgesFile: string | null;
  /** Allows the session cookie to be sent over plain http to other machines. */
  readonly allowPlainHttp: boolean;
  /** Multiplies every rate limit. A load test or a classroom behind a single IP address raises it. */
  readonly rateLimitFactor: number;
  readonly quotas: Quotas;
  /** Only this machine can reach the product. Sources on it and in its private networks are then allowed. */
  readonly loopbackOnly: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Google's own issuer. Any other is an OpenID provider of the operator's choice. */
export const GOOGLE_ISSUER = 'https://accounts.google.com';

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1'];

/** Parses the environment. Throws a ConfigError that lists every error. */
export function readConfig(env: Environment = process.env): Config {
  const read = new ConfigReader(env);
  const server = readServerConfig(read);
  const { host, publicUrl, supportEmail } = server;
  const trustedProxies = read.list('TRUST_PROXY', networks);
  const allowPlainHttp = read.with('ALLOW_PLAIN_HTTP', switchedOn, false);
  const isLoopback = LOOPBACK_HOSTS.includes(host);
  const loopbackOnly =
    isLoopback && trustedProxies.length === 0 && (publicUrl === null || isLocal(publicUrl));
  const config: Config = {
    ...server,
    dataDirectory: resolve(dataDirectoryOf(env, { isRoot: process.getuid?.() === 0, home: homedir() })),
    databaseUrl: read.optional('DATABASE_URL', postgresUrl),
    trustedProxies,
    signUp: read.with<SignUpRule>('SIGN_UP', signUpRule, 'open'),
    demo: read.with<DemoRule>('DEMO', demoRule, loopbackOnly ? 'open' : 'off'),
    google: readGoogle(read, loopbackOnly),
    smtpUrl: read.optional('SMTP_URL', smtpUrl),
    mailFrom: read.with('MAIL_FROM', emailAddress, supportEmail),
    logLevel: read.with('LOG_LEVEL', logLevel, 'info'),
    allowedNetworks: read.list('ALLOWED_NETWORKS', networks),
    googleSheetsUrl: readGoogleSheets(read),
    bridgesFile: read.optional('BRIDGES_FILE', absolutePath),
    allowPlainHttp,
    rateLimitFactor: read.with('RATE_LIMIT_FACTOR', positiveNumber, 1),
    quotas: {
      storageBytes: Math.floor(read.with('QUOTA_STORAGE_GB', positiveNumber, 100) * 1024 ** 3),
      uploads: read.with('QUOTA_UPLOADS', positiveNumber, 1_000),
      connections: read.with('QUOTA_CONNECTIONS', positiveNumber, 200),
      workspaces: read.with('QUOTA_WORKSPACES', positiveNumber, 100),
    },
    loopbackOnly,
  };
  if (!isLoopback && publicUrl === null) {
    read.fault(
      'PUBLIC_URL',
      `is required with HOST=${host}: it is the only origin from which people can sign in`,
      'https://bi.example.com',
    );
  }
  if (publicUrl?.startsWith('http:') && !isLocal(publicUrl) && !allowPlainHttp) {
    read.fault(
      'PUBLIC_URL',
      'is plain http, over which sessions can be read; use https, or ALLOW_PLAIN_HTTP=yes',
      'https://bi.example.com',
    );
  }
  if (publicUrl?.startsWith('https:') && !isLocal(publicUrl) && trustedProxies.length === 0) {
    read.fault(
      'TRUST_PROXY',
      'is empty although PUBLIC_URL is https: all visitors would appear as the proxy that terminates TLS, and share its rate limits',
      '127.0.0.1',
    );
  }
  if (Array.isArray(config.signUp) && config.smtpUrl === null) {
    read.fault(
      'SMTP_URL',
      'is required with domains in SIGN_UP: without mail, people cannot prove that an email address is theirs',
      'smtps://user:password@mail.example.com:465',
    );
  }
  read.finish();
  return Object.freeze(config);
}

/** Requires both the client ID and the secret, or neither. Plain http is allowed only within this machine. */
function readGoogle(read: ConfigReader, loopbackOnly: boolean): GoogleConfig | null {
  const clientId = read.value('GOOGLE_CLIENT_ID', '');
  const clientSecret = read.value('GOOGLE_CLIENT_SECRET', '');
  const issuer = read.with('GOOGLE_ISSUER', webUrl, GOOGLE_ISSUER);
  const issuerDomains = read.list('GOOGLE_ISSUER_DOMAINS', domains);
  if (clientId === '' && clientSecret === '') return null;
  if (clientId === '')
    read.fault(
      'GOOGLE_CLIENT_ID',
      'is missing although GOOGLE_CLIENT_SECRET is set',
      '1234.apps.example.com',
    );
  if (clientSecret === '')
    read.fault(
      'GOOGLE_CLIENT_SECRET',
      'is missing although GOOGLE_CLIENT_ID is set',
      'the secret of your client',
    );
  if (issuer.startsWith('http:') && !(loopbackOnly && isLocal(issuer)))
    read.fault(
      'GOOGLE_ISSUER',
      'is plain http, over which identities can be forged',
      'https://accounts.google.com',
    );
  return { issuer, clientId, clientSecret, issuerDomains };
}

/** Service accounts' tokens are sent there, so plain http is allowed only within this machine. */
function readGoogleSheets(read: ConfigReader): string | null {
  const url = read.optional('GOOGLE_SHEETS_URL', webUrl);
  if (url?.startsWith('http:') && !isLocal(url))
    read.fault(
      'GOOGLE_SHEETS_URL',
      'is plain http, over which tokens can be read',
      'https://sheets.example.com',
    );
  return url;
}

function isLocal(url: string): boolean {
  return LOOPBACK_HOSTS.includes(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}
