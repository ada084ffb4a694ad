/** What a connection string says, by the names of the connector's fields; what it leaves open is absent. */
export interface ConnectionParts {
  host?: string;
  port?: string;
  database?: string;
  user?: string;
  password?: string;
  sslmode?: string;
}

/**
 * Reads what people paste: `postgres://user:password@host:5432/db?sslmode=require`, the same behind `jdbc:`,
 * or libpq's `host=… dbname=…`. Undefined where it is none of them.
 */
export function parseConnectionString(text: string): ConnectionParts | undefined {
  const given = text.trim();
  const address = given.replace(/^jdbc:/i, '');
  if (/^postgres(ql)?:\/\//i.test(address)) return fromAddress(address);
  return /^\w+\s*=/.test(given) ? fromKeywords(given) : undefined;
}

// By hand instead of URL: passwords that people paste hold `#`, `/` and `%` as they are, which URL refuses or cuts.
const ADDRESS =
  /^[a-z]+:\/\/(?:(.*)@)?(\[[^\]]+\]|[^/:?#]*)(?::(\d+))?(?:[^/?]*)?(?:\/([^?]*))?(?:\?(.*))?$/i;

function fromAddress(address: string): ConnectionParts | undefined {
  const match = ADDRESS.exec(address);
  if (!match) return undefined;
  const [, credentials, host, port, database, query] = match;
  const options = new URLSearchParams(query);
  const [user, password] = splitOnce(credentials ?? '', ':');
  return given({
    host: host?.replace(/^\[|\]$/g, '') || options.get('host'),
    port: port ?? options.get('port'),
    database: decode(database ?? ''),
    user: decode(user) || options.get('user'),
    password: decode(password) || options.get('password'),
    sslmode: sslmode(options.get('sslmode')),
  });
}

// key = value, where a value with blanks stands in single quotes and \ escapes within them.
const PAIR = /(\w+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|(\S*))/g;

function fromKeywords(text: string): ConnectionParts {
  const pairs = new Map<string, string>();
  for (const [, key = '', quoted, plain = ''] of text.matchAll(PAIR)) {
    pairs.set(key.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain);
  }
  return given({
    host: pairs.get('host') ?? pairs.get('hostaddr'),
    port: pairs.get('port'),
    database: pairs.get('dbname'),
    user: pairs.get('user'),
    password: pairs.get('password'),
    sslmode: sslmode(pairs.get('sslmode')),
  });
}

/** A certificate that is to be verified stays so; verifying the authority alone isn't offered. */
const sslmode = (given: string | null | undefined) => (given === 'verify-ca' ? 'verify-full' : given);

function given(parts: Record<keyof ConnectionParts, string | null | undefined>): ConnectionParts {
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
    return text; // a bare % belongs to a password that nobody encoded
  }
}
