import { ownValue } from '@headwater/shared/contract';
/** The parts of a connection string, by the names of the connector's fields. Parts it doesn't contain are absent. */
export interface ConnectionParts {
  host?: string;
  port?: string;
  database?: string;
  user?: string;
  password?: string;
  sslmode?: string;
}

/** Parses a connection string of a database. Returns undefined if the text is none. */
export type ParseConnectionString = (text: string) => ConnectionParts | undefined;

/**
 * Parses the forms that people paste: `postgres://user:password@host:5432/db?sslmode=require`, the same prefixed
 * with `jdbc:`, or libpq's `host=… dbname=…`. Returns undefined if the text is none of them.
 */
export function parseConnectionString(text: string): ConnectionParts | undefined {
  const given = text.trim();
  const url = given.replace(/^jdbc:/i, '');
  if (/^postgres(ql)?:\/\//i.test(url)) return fromUrl(url);
  return /^\w+\s*=/.test(given) ? fromKeywords(given) : undefined;
}

// Parsed by hand instead of with URL: pasted passwords can contain an unencoded `#`, `/`, or `%`, which URL rejects or
// cuts off.
const URL_PARTS =
  /^[a-z]+:\/\/(?:(.*)@)?(\[[^\]]+\]|[^/:?#]*)(?::(\d+))?(?:[^/?]*)?(?:\/([^?]*))?(?:\?(.*))?$/i;

function fromUrl(url: string): ConnectionParts | undefined {
  const match = URL_PARTS.exec(url);
  if (!match) return undefined;
  const [, credentials, host, port, database, query] = match;
  const options = new URLSearchParams(query);
  const [user, password] = splitOnce(credentials ?? '', ':');
  return withoutEmpty({
    host: host?.replace(/^\[|\]$/g, '') || options.get('host'),
    port: port ?? options.get('port'),
    database: decode(database ?? ''),
    user: decode(user) || options.get('user'),
    password: decode(password) || options.get('password'),
    sslmode: sslmode(options.get('sslmode')),
  });
}

// key = value. A value with spaces is in single quotes, in which \ escapes the next character.
const PAIR = /(\w+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|(\S*))/g;

function fromKeywords(text: string): ConnectionParts {
  const pairs = new Map<string, string>();
  for (const [, key = '', quoted, plain = ''] of text.matchAll(PAIR)) {
    pairs.set(key.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain);
  }
  return withoutEmpty({
    host: pairs.get('host') ?? pairs.get('hostaddr'),
    port: pairs.get('port'),
    database: pairs.get('dbname'),
    user: pairs.get('user'),
    password: pairs.get('password'),
    sslmode: sslmode(pairs.get('sslmode')),
  });
}

/** The same for `mysql://…` and `mariadb://…`, whose options differ. */
export function parseMysqlString(text: string): ConnectionParts | undefined {
  const url = text.trim().replace(/^jdbc:/i, '');
  if (!/^(mysql|mariadb)(\+\w+)?:\/\//i.test(url)) return undefined;
  const parts = fromUrl(url.replace(/^\w+\+\w+/, 'mysql'));
  const options = new URLSearchParams(url.replace(/^[^?]*\??/, ''));
  const mode = options.get('ssl-mode') ?? options.get('sslMode') ?? options.get('ssl_mode');
  const { sslmode: _, ...rest } = parts ?? {};
  const chosen = ownValue(MYSQL_MODES, mode?.toLowerCase().replaceAll('_', '-') ?? '');
  return parts && { ...rest, ...(chosen && { sslmode: chosen }) };
}

/** What MySQL's programs, and the drivers of both for Java, call the settings. */
const MYSQL_MODES: Readonly<Record<string, string>> = {
  disabled: 'disable',
  disable: 'disable',
  preferred: 'prefer',
  required: 'require',
  trust: 'require',
  'verify-ca': 'verify-full',
  'verify-identity': 'verify-full',
  'verify-full': 'verify-full',
};

/** Maps `verify-ca` to `verify-full`, because verifying only the certificate's authority isn't offered. */
const sslmode = (given: string | null | undefined) => (given === 'verify-ca' ? 'verify-full' : given);

function withoutEmpty(parts: Record<keyof ConnectionParts, string | null | undefined>): ConnectionParts {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value));
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a bare % is part of a password that isn't URL-encoded
  }
}
