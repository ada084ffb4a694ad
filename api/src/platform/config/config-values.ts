import { isIP } from 'node:net';
import { emailRules, firstBroken } from '@headwater/shared/contract';

export interface ConfigFault {
  readonly name: string;
  readonly fault: string;
  readonly example: string;
}

/** How one kind of value is read; `read` answers undefined for a wrong one. */
export interface ValueKind<T> {
  readonly fault: string;
  readonly example: string;
  read(text: string): T | undefined;
}

/** Reads named values and collects what is wrong with them, so that all faults are told at once. */
export class ConfigReader {
  readonly faults: ConfigFault[] = [];
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  value(name: string, fallback: string): string {
    return this.#env[name]?.trim() || fallback;
  }

  with<T>(name: string, kind: ValueKind<T>, fallback: T): T {
    const text = this.value(name, '');
    if (text === '') return fallback;
    const value = kind.read(text);
    if (value === undefined) this.fault(name, `is "${hidePassword(text)}", but ${kind.fault}`, kind.example);
    return value ?? fallback;
  }

  optional<T>(name: string, kind: ValueKind<T>): T | null {
    return this.with<T | null>(name, kind, null);
  }

  list<T>(name: string, kind: ValueKind<readonly T[]>): readonly T[] {
    return this.with<readonly T[]>(name, kind, []);
  }

  fault(name: string, fault: string, example: string): void {
    this.faults.push({ name, fault, example });
  }
}

function hidePassword(text: string): string {
  return text.replace(/(:\/\/[^:/@]*:)[^@]*@/, '$1…@');
}

function everyOf(text: string, test: (part: string) => boolean): readonly string[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every(test) ? parts : undefined;
}

export const port: ValueKind<number> = {
  fault: 'must be a port from 0 to 65535',
  example: '8080',
  read: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined),
};

export const positiveNumber: ValueKind<number> = {
  fault: 'must be a number above 0',
  example: '2',
  read: (text) => (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
};

export const switchedOn: ValueKind<boolean> = {
  fault: 'must be yes or no',
  example: 'yes',
  read: (text) => ({ yes: true, no: false, true: true, false: false })[text],
};

export const webUrl: ValueKind<string> = {
  fault: 'must be an http or https address',
  example: 'https://bi.example.com',
  read: (text) => {
    const url = URL.parse(text);
    return url && /^https?:$/.test(url.protocol) ? text.replace(/\/+$/, '') : undefined;
  },
};

export const postgresUrl: ValueKind<string> = {
  fault: 'must be a PostgreSQL address',
  example: 'postgresql://headwater:password@db.example.com:5432/headwater',
  read: (text) => (/^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text) ? text : undefined),
};

export const emailAddress: ValueKind<string> = {
  fault: 'must be an email address',
  example: 'support@example.com',
  read: (text) => (firstBroken(emailRules, text) ? undefined : text),
};

export const logLevel: ValueKind<string> = {
  fault: 'must be one of fatal, error, warn, info, debug, trace, silent',
  example: 'info',
  read: (text) => (/^(fatal|error|warn|info|debug|trace|silent)$/.test(text) ? text : undefined),
};

export const signUpRule: ValueKind<'open' | 'invited' | readonly string[]> = {
  fault: 'must be "open", "invited" or domains with commas between them',
  example: 'example.com,example.org',
  read: (text) => (text === 'open' || text === 'invited' ? text : everyOf(text.toLowerCase(), isDomain)),
};

const isDomain = (text: string) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text);

export const domains: ValueKind<readonly string[]> = {
  fault: 'must be domains with commas between them',
  example: 'example.com,example.org',
  read: (text) => everyOf(text.toLowerCase(), isDomain),
};

export const demoRule: ValueKind<'open' | 'codes' | 'off'> = {
  fault: 'must be open, codes or off',
  example: 'codes',
  read: (text) => (text === 'open' || text === 'codes' || text === 'off' ? text : undefined),
};

export const smtpUrl: ValueKind<string> = {
  fault: 'must be the address of a mail server',
  example: 'smtps://user:password@mail.example.com:465',
  read: (text) => (/^smtps?:\/\/[^/]+\/?$/.test(text) && hasReadableParts(text) ? text : undefined),
};

/** A user or password with a `%` of its own has to be encoded, or it would be read as something else. */
function hasReadableParts(text: string): boolean {
  const { username, password } = URL.parse(text) ?? { username: '%', password: '' };
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

export const networks: ValueKind<readonly string[]> = {
  fault: 'must be addresses or networks with commas between them',
  example: '10.0.0.0/8,192.168.1.20',
  read: (text) => everyOf(text, isNetwork),
};

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
