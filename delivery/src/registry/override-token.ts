import { createHmac, timingSafeEqual } from 'node:crypto';
import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { isReference } from './names.ts';

/** The maximum duration of an override, however it was signed. */
export const LONGEST_OVERRIDE_HOURS = 24;

const claims = Type.Object({
  /** The versions that pages are made of, as `<name>@<version>`. */
  set: Type.Array(Type.String(), { minItems: 1 }),
  /** The origin that it is valid for. */
  aud: Type.String(),
  /** Unix seconds. */
  exp: Type.Integer(),
  by: Type.String(),
});

export type OverrideClaims = Static<typeof claims>;
export type OverrideRefusal = 'altered' | 'expired' | 'other_site';
export type OverrideReading =
  { set: string[]; expires: Date; by: string; refused?: never } | { refused: OverrideRefusal };

/** Signs an override. Doesn't check its versions: `createOverride` does. */
export function signOverride(key: Buffer, payload: OverrideClaims): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${encoded}.${signature(key, encoded)}`;
}

/**
 * Reads a token from outside, which can be anything. Doesn't check whether its versions may still be served.
 */
export function readOverride(
  key: Buffer,
  token: unknown,
  { aud, now }: { aud: string; now: Date },
): OverrideReading {
  const read = readSigned(key, token);
  const seconds = now.getTime() / 1000;
  if (!read || read.exp - seconds > LONGEST_OVERRIDE_HOURS * 3600) return { refused: 'altered' };
  if (read.aud !== aud) return { refused: 'other_site' };
  if (read.exp <= seconds) return { refused: 'expired' };
  return { set: read.set, expires: new Date(read.exp * 1000), by: read.by };
}

function readSigned(key: Buffer, token: unknown): OverrideClaims | undefined {
  if (typeof token !== 'string') return undefined;
  const [encoded = '', signed = '', ...rest] = token.split('.');
  if (rest.length > 0 || !isSame(signed, signature(key, encoded))) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    return Value.Check(claims, value) && value.set.every(isReference) ? value : undefined;
  } catch {
    return undefined;
  }
}

const signature = (key: Buffer, encoded: string) =>
  createHmac('sha256', key).update(`override:${encoded}`).digest('base64url');

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
