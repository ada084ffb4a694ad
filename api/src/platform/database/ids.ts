import { randomBytes } from 'node:crypto';

const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz';
const BITS = 128n;

/** Returns a new random ID: `newId('src')` → `src_` and 26 characters that carry 128 random bits. */
export function newId<const Prefix extends string>(prefix: Prefix): `${Prefix}_${string}` {
  let rest = BigInt(`0x${randomBytes(Number(BITS) / 8).toString('hex')}`);
  let text = '';
  for (let index = 0; index < 26; index += 1) {
    text = CROCKFORD[Number(rest & 31n)] + text;
    rest >>= 5n;
  }
  return `${prefix}_${text}`;
}

/**
 * Whether `value` has the shape of an ID of that type. A malformed ID is treated like one that doesn't exist.
 */
export function isId(prefix: string, value: string): boolean {
  return value.startsWith(`${prefix}_`) && /^[0-9a-z]{26}$/.test(value.slice(prefix.length + 1));
}
