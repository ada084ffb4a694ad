import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@headwater/shared/contract';
import { writePrivateFile } from '@headwater/base/disk/private-file';

/** One key per purpose, derived from the master key in `keys.json`: a leaked key reveals nothing about the others. */
export interface Keys {
  /** Session tokens are stored as their HMAC under this key. */
  readonly session: Buffer;
  readonly csrf: Buffer;
  /** Passwords pass through an HMAC under this key before they are hashed. */
  readonly pepper: Buffer;
  /** Wraps the data keys of the connections' secrets. */
  readonly secrets: Buffer;
  /** Seals mails that wait in the queue, because their links contain codes. */
  readonly mail: Buffer;
  /** Names accounts in the table of failed logins, so that it contains no email addresses. */
  readonly accounts: Buffer;
  /** Computes the HMAC of a configuration, by which a connection check vouches for what is saved. */
  readonly checks: Buffer;
  /** Computes the HMACs that stand for masked values, with a key of each workspace that is derived from this one. */
  readonly masks: Buffer;
  /** Signs the passes that a shared report's password opens. */
  readonly shares: Buffer;
  /** Signs the links by which people unsubscribe from a report. */
  readonly subscriptions: Buffer;
  /** Seals positions in tables, for callers from whom some of the rows are hidden. */
  readonly cursors: Buffer;
}

const KEY_BYTES = 32;

export function deriveKeys(master: Buffer): Keys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `headwater/v1/${purpose}`, KEY_BYTES));
  return {
    session: derive('session'),
    csrf: derive('csrf'),
    pepper: derive('pepper'),
    secrets: derive('secrets'),
    mail: derive('mail'),
    accounts: derive('accounts'),
    checks: derive('checks'),
    masks: derive('masks'),
    shares: derive('shares'),
    subscriptions: derive('subscriptions'),
    cursors: derive('cursors'),
  };
}

/** Returns a value that identifies these keys and reveals nothing about them. */
export const deriveKeyCheck = ({ session }: Keys): Buffer => hmac(session, 'headwater/v1/key-check');

/**
 * Reads the keys of a data directory, or null if it has none yet. Throws a StartError if the
 * file has no valid key.
 */
export async function readKeys(dataDirectory: string): Promise<Keys | null> {
  const path = keysFile(dataDirectory);
  return existsSync(path) ? deriveKeys(await readMasterKey(path)) : null;
}

/**
 * Creates the keys at the first start. Refuses if data exists already, because only its own keys can read it.
 */
export async function makeKeys(dataDirectory: string, hasData: boolean): Promise<Keys> {
  const path = keysFile(dataDirectory);
  if (hasData) throw missingKeys(path);
  const master = randomBytes(KEY_BYTES);
  await writePrivateFile(path, `${JSON.stringify({ version: 1, master: master.toString('base64') })}\n`);
  return deriveKeys(master);
}

const keysFile = (dataDirectory: string) => join(dataDirectory, 'keys.json');

function missingKeys(path: string): StartError {
  return new StartError(
    `There is data, but not its keys: ${path} is missing.`,
    'Put the file back from your backup. Without it, sessions, passwords, and stored credentials cannot be read.',
  );
}

async function readMasterKey(path: string): Promise<Buffer> {
  const master = masterKeyIn(await readFile(path, 'utf8'));
  if (master?.length === KEY_BYTES && new Set(master).size > 8) return master;
  throw new StartError(
    `${path} does not hold a key of ${KEY_BYTES} random bytes.`,
    'Put the file back from your backup. If this data directory is new and empty, delete the file: a new one is created.',
  );
}

function masterKeyIn(text: string): Buffer | undefined {
  try {
    const { version, master } = JSON.parse(text) as { version?: unknown; master?: unknown };
    return version === 1 && typeof master === 'string' ? Buffer.from(master, 'base64') : undefined;
  } catch {
    return undefined;
  }
}

export function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
