import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'hw_sa_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const HANDLE_LENGTH = 10;
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const FORM = /hw_sa_[0-9A-Za-z]{10}_[0-9A-Za-z]{36}/g;

/** A token as its holder has it: `hw_sa_`, ten characters that name it, `_`, thirty secret ones, and a checksum. */
interface NewToken {
  readonly handle: string;
  /** Shown once, and never stored. */
  readonly text: string;
}

export function newServiceToken(): NewToken {
  const handle = randomText(HANDLE_LENGTH);
  const unchecked = `${PREFIX}${handle}_${randomText(SECRET_LENGTH)}`;
  return { handle, text: unchecked + checksumOf(unchecked) };
}

/** Returns the part that names a token, or undefined for a text that never was one: its checksum tells. */
export function handleOf(text: string): string | undefined {
  const [found] = text.match(FORM) ?? [];
  const unchecked = text.slice(0, -CHECKSUM_LENGTH);
  if (found !== text || checksumOf(unchecked) !== text.slice(-CHECKSUM_LENGTH)) return undefined;
  return text.slice(PREFIX.length, PREFIX.length + HANDLE_LENGTH);
}

/** Returns whether a token is somewhere in a text. */
export const containsServiceToken = (text: string): boolean =>
  (text.match(FORM) ?? []).some((found) => handleOf(found) !== undefined);

/** 178 random bits need no slow hash. */
export const hashOfToken = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The beginning of a token, by which people recognize it. */
export const hintOf = (handle: string): string => `${PREFIX}${handle}_…`;

function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let at = 0; at < CHECKSUM_LENGTH; at += 1) {
    checksum = BASE62[rest % BASE62.length]! + checksum;
    rest = Math.floor(rest / BASE62.length);
  }
  return checksum;
}

function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    // Bytes beyond the last multiple of 62 would make the first characters likelier.
    for (const byte of randomBytes(length * 2)) if (byte < 248) text += BASE62[byte % 62]!;
  }
  return text.slice(0, length);
}
