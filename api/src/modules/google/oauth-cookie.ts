import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { isSecureContext } from '../../http/own-origins.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const ATTEMPT_SECONDS = 600;

// Like the session cookie, but Lax, because the provider's page leads back to us.
const nameOf = (config: Config) => (isSecureContext(config) ? '__Host-oauth' : 'oauth');
const attributesOf = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecureContext(config) }) as const;

/** Returns the token that identifies the browser that began an attempt, or undefined if it began none. */
export function oauthCookie(request: FastifyRequest, config: Config): string | undefined {
  const token = request.cookies[nameOf(config)];
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

export function setOauthCookie(reply: FastifyReply, config: Config, token: string): void {
  reply.setCookie(nameOf(config), token, { ...attributesOf(config), maxAge: ATTEMPT_SECONDS });
}

export function clearOauthCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(nameOf(config), attributesOf(config));
}
