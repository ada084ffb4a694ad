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

/** Who may sign up: everybody, who was invited, or the people of these domains. */
export type SignUpRule = 'open' | 'invited' | readonly string[];

/** Who may enter the demo: everybody, who has a code, or nobody. */
export type DemoRule = 'open' | 'codes' | 'off';

/** The OpenID provider behind "Continue with Google". */
export interface GoogleConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Domains whose mailboxes an issuer other than Google runs itself, so that its word on an address is proof. */
  readonly issuerDomains: readonly string[];
}

/** What one workspace may have, and one person. */
export interface Quotas {
  /** Uploads and the kept versions of its tables together. */
  readonly storageBytes: number;
  readonly uploads: number;
  readonly connections: number;
  /** Of one person. */
  readonly workspaces: number;
}

export interface Config extends ServerConfig {
  /** Where keys, metadata and tables live; outside the clone. */
  readonly dataDirectory: string;
  /** Null: the embedded PostgreSQL in the data directory. */
  readonly databaseUrl: string | null;
  /** The only peers whose X-Forwarded-* headers are believed. */
  readonly trustedProxies: readonly string[];
  readonly signUp: SignUpRule;
  readonly demo: DemoRule;
  /** Null: nobody signs in by Google. */
  readonly google: GoogleConfig | null;
  /** `smtp://` or `smtps://`; null: mails are written into the data directory, and nothing waits for one. */
  readonly smtpUrl: string | null;
  /** The sender of mails. */
  readonly mailFrom: string;
  readonly logLevel: string;
  /** Networks that sources may be in, beside what the address policy allows by itself. */
  readonly allowedNetworks: readonly string[];
  /** The session cookie may go over plain http to another machine. */
  readonly allowPlainHttp: boolean;
  /** Multiplies every rate limit; a load test or a classroom behind one address raises it. */
  readonly rateLimitFactor: number;
  readonly quotas: Quotas;
  /** Nobody but this machine reaches the product: sources on it and in its private networks are allowed then. */
  readonly loopbackOnly: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Google's own; any other is an OpenID provider of the operator's choice. */
export const GOOGLE_ISSUER = 'https://accounts.google.com';

const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '::1'];

/** Parses the environment once; throws a ConfigError that names every fault. */
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
      `is needed with HOST=${host}: it is the only origin that may sign in`,
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
      'is empty beside an https PUBLIC_URL: the proxy that ends TLS would be taken for every visitor, and all of them share its rate limits',
      '127.0.0.1',
    );
  }
  if (Array.isArray(config.signUp) && config.smtpUrl === null) {
    read.fault(
      'SMTP_URL',
      'is needed with domains in SIGN_UP: without mail nobody proves that an address is theirs',
      'smtps://user:password@mail.example.com:465',
    );
  }
  read.finish();
  return Object.freeze(config);
}

/** All or nothing; plain http only where nobody but this machine is on the line. */
function readGoogle(read: ConfigReader, loopbackOnly: boolean): GoogleConfig | null {
  const clientId = read.value('GOOGLE_CLIENT_ID', '');
  const clientSecret = read.value('GOOGLE_CLIENT_SECRET', '');
  const issuer = read.with('GOOGLE_ISSUER', webUrl, GOOGLE_ISSUER);
  const issuerDomains = read.list('GOOGLE_ISSUER_DOMAINS', domains);
  if (clientId === '' && clientSecret === '') return null;
  if (clientId === '')
    read.fault('GOOGLE_CLIENT_ID', 'is missing beside GOOGLE_CLIENT_SECRET', '1234.apps.example.com');
  if (clientSecret === '')
    read.fault('GOOGLE_CLIENT_SECRET', 'is missing beside GOOGLE_CLIENT_ID', 'the secret of your client');
  if (issuer.startsWith('http:') && !(loopbackOnly && isLocal(issuer)))
    read.fault(
      'GOOGLE_ISSUER',
      'is plain http, over which identities can be forged',
      'https://accounts.google.com',
    );
  return { issuer, clientId, clientSecret, issuerDomains };
}

function isLocal(url: string): boolean {
  return LOOPBACK_HOSTS.includes(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}
