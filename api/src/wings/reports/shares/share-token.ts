import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hmac } from '../../../platform/secrets/keys.ts';

const TOKEN_BYTES = 32;
const FORM = /^[A-Za-z0-9_-]{43}$/;
const PASS_HOURS = 12;

export const newShareToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns what is stored of a token, or undefined for a text that can't be one. 256 random bits need no slow hash. */
export const hashOfShareToken = (text: string): Buffer | undefined =>
  FORM.test(text) ? createHash('sha256').update(text).digest() : undefined;

interface Locked {
  readonly id: string;
  /** A new password ends all passes. */
  readonly passwordHash: string;
}

/** Returns what stands for the password for some hours. Nothing of it is stored. */
export function newPass(key: Buffer, link: Locked, now = Date.now()): { pass: string; expiresAt: Date } {
  const expiresAt = new Date(now + PASS_HOURS * 3_600_000);
  const until = String(Math.floor(expiresAt.getTime() / 1_000));
  return { pass: `${until}.${signed(key, link, until).toString('base64url')}`, expiresAt };
}

export function isPass(key: Buffer, link: Locked, pass: string, now = Date.now()): boolean {
  const [until = '', signature = '', ...rest] = pass.split('.');
  if (rest.length > 0 || !/^\d{1,12}$/.test(until) || Number(until) * 1_000 <= now) return false;
  const [given, right] = [Buffer.from(signature, 'base64url'), signed(key, link, until)];
  return given.length === right.length && timingSafeEqual(given, right);
}

const signed = (key: Buffer, { id, passwordHash }: Locked, until: string) =>
  hmac(key, `v1|${id}|${until}|${passwordHash}`);
