import { ownValue } from '@headwater/shared/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config/config.ts';
import { isHttps } from './own-origins.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface TokenCookie {
  nameIn(config: Config): string;
  /** Returns the token in the request's cookie, or undefined if there is none that could be ours. */
  read(request: FastifyRequest, config: Config): string | undefined;
  set(
    reply: FastifyReply,
    config: Config,
    token: string,
    lasts: { expires: Date } | { maxAge: number },
  ): void;
  clear(reply: FastifyReply, config: Config): void;
}

/**
 * A cookie with a token of ours. Over https, its name makes browsers refuse it from any other host, and over plain http.
 * Safari also refuses that name and `Secure` on localhost, so plain http gets neither. There, all servers of a machine
 * share their cookies, so the name is one that others don't use.
 */
export function tokenCookie(name: string, sameSite: 'strict' | 'lax'): TokenCookie {
  const nameIn = (config: Config) => (isHttps(config) ? `__Host-${name}` : `headwater-${name}`);
  const attributesIn = (config: Config) =>
    ({ path: '/', httpOnly: true, sameSite, secure: isHttps(config) }) as const;
  return {
    nameIn,
    read(request, config) {
      const token = ownValue(request.cookies, nameIn(config));
      return token !== undefined && TOKEN.test(token) ? token : undefined;
    },
    set(reply, config, token, lasts) {
      reply.setCookie(nameIn(config), token, { ...attributesIn(config), ...lasts });
    },
    clear(reply, config) {
      reply.clearCookie(nameIn(config), attributesIn(config));
    },
  };
}
