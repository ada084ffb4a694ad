import { randomBytes } from 'node:crypto';
import type { Visitor } from '../page/choice.ts';
import { isReference } from '../registry/names.ts';

const VISITOR_SECONDS = 180 * 86_400;
const VISITOR_ID = /^[A-Za-z0-9_-]{22}$/;

/** Browsers accept the prefix only over HTTPS. */
const nameOf = (name: string, https: boolean) => (https ? `__Host-${name}` : name);

export function readVisitor(header: string | undefined, https: boolean): Visitor {
  const id = cookieOf(header, nameOf('dl', https));
  const avoid = cookieOf(header, 'dl-avoid');
  return {
    id: id && VISITOR_ID.test(id) ? id : undefined,
    avoid: avoid && isReference(avoid) ? avoid : undefined,
  };
}

/** Returns the token of an override without checking it. */
export const overrideToken = (header: string | undefined, https: boolean) =>
  cookieOf(header, nameOf('dl-ov', https));

/** Returns a `Set-Cookie` header for a browser that has no ID yet. */
export const newVisitorCookie = (https: boolean): string =>
  cookie('dl', randomBytes(16).toString('base64url'), VISITOR_SECONDS, https);

export const overrideCookie = (token: string, seconds: number, https: boolean): string =>
  cookie('dl-ov', token, seconds, https);

export const clearOverrideCookie = (https: boolean): string => cookie('dl-ov', '', 0, https);

const cookie = (name: string, value: string, seconds: number, https: boolean) =>
  `${nameOf(name, https)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`;

function cookieOf(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
