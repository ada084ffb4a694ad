import { ownValue } from '@headwater/shared/contract/plain';
import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import type { ValueKind } from '@headwater/shared/contract';

function everyOf(text: string, test: (part: string) => boolean): readonly string[] | undefined {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every(test) ? parts : undefined;
}

export const positiveNumber: ValueKind<number> = {
  fault: 'must be a number above 0',
  example: '2',
  read: (text) => (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0 ? Number(text) : undefined),
};

export const switchedOn: ValueKind<boolean> = {
  fault: 'must be yes or no',
  example: 'yes',
  read: (text) => ownValue({ yes: true, no: false, true: true, false: false }, text),
};

export const postgresUrl: ValueKind<string> = {
  isSecret: true,
  fault: 'must be a PostgreSQL URL',
  example: 'postgresql://headwater:password@db.example.com:5432/headwater',
  read: (text) => (/^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text) ? text : undefined),
};

export const logLevel: ValueKind<string> = {
  fault: 'must be one of fatal, error, warn, info, debug, trace, silent',
  example: 'info',
  read: (text) => (/^(fatal|error|warn|info|debug|trace|silent)$/.test(text) ? text : undefined),
};

export const signUpRule: ValueKind<'open' | 'invited' | readonly string[]> = {
  fault: 'must be "open", "invited", or domains separated by commas',
  example: 'example.com,example.org',
  read: (text) => (text === 'open' || text === 'invited' ? text : everyOf(text.toLowerCase(), isDomain)),
};

const isDomain = (text: string) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text);

export const domains: ValueKind<readonly string[]> = {
  fault: 'must be domains separated by commas',
  example: 'example.com,example.org',
  read: (text) => everyOf(text.toLowerCase(), isDomain),
};

export const demoRule: ValueKind<'open' | 'codes' | 'off'> = {
  fault: 'must be open, codes, or off',
  example: 'codes',
  read: (text) => (text === 'open' || text === 'codes' || text === 'off' ? text : undefined),
};

export const smtpUrl: ValueKind<string> = {
  isSecret: true,
  fault: 'must be the URL of a mail server',
  example: 'smtps://user:password@mail.example.com:465',
  read: (text) => (/^smtps?:\/\/[^/]+\/?$/.test(text) && hasReadableParts(text) ? text : undefined),
};

/** A `%` in the user or the password has to be percent-encoded, or it would be read as something else. */
function hasReadableParts(text: string): boolean {
  const { username, password } = URL.parse(text) ?? { username: '%', password: '' };
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

export const absolutePath: ValueKind<string> = {
  fault: 'must be an absolute path',
  example: '/etc/headwater/bridges.json',
  read: (text) => (isAbsolute(text) ? text : undefined),
};

export const networks: ValueKind<readonly string[]> = {
  fault: 'must be IP addresses or networks separated by commas',
  example: '10.0.0.0/8,192.168.1.20',
  read: (text) => everyOf(text, isNetwork),
};

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
