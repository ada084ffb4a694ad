import type { FastifyRequest } from 'fastify';
import { chooseLanguage, type Language } from '@headwater/shared/contract';

/** Returns the caller's language, chosen in the same way as for pages. */
export function requestLanguage({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  return chooseLanguage(headers.cookie, headers['accept-language']);
}
