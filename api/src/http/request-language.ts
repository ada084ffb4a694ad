import type { FastifyRequest } from 'fastify';
import { chooseLanguage, type Language } from '@headwater/shared/contract';

/** The language that the caller reads: as for pages. */
export function requestLanguage({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  return chooseLanguage(headers.cookie, headers['accept-language']);
}
