import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits for a link. */
export const newOneTimeCode = () => randomBytes(32).toString('base64url');

/** Returns what is stored of a code, so that no one who can read the store can use it. */
export const hashOneTimeCode = (code: string) => createHash('sha256').update(code).digest();
