import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { isSecureContext } from './own-origins.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

// Browsers refuse the prefix without Secure, and Secure over plain http to another machine.
const nameOf = (config: Config) => (isSecureContext(config) ? '__Host-sid' : 'sid');
const attributesOf = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecureContext(config) }) as const;

/** Returns the token in the request's cookie, or undefined if there is none that could be ours. */
export function sessionCookie(request: FastifyRequest, config: Config): string | undefined {
  const token = request.cookies[nameOf(config)];
  return token !== undefined && TOKEN.test(token) ? token : undefined;
}

export function setSessionCookie(reply: FastifyReply, config: Config, token: string, expires: Date): void {
  reply.setCookie(nameOf(config), token, { ...attributesOf(config), expires });
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(nameOf(config), attributesOf(config));
}
