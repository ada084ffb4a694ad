import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for a link. */
export const newOneTimeCode = () => randomBytes(32).toString('base64url');

/** What is stored of one: whoever reads the store can't use it. */
export const hashOneTimeCode = (code: string) => createHash('sha256').update(code).digest();
