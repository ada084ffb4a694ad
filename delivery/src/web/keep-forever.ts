import type { FastifyReply } from 'fastify';
import type { Encoding } from './accepted-encoding.ts';

/** Returns the ETag of a file by its hash and encoding. */
export const etagOf = (sha384: string, encoding: Encoding | undefined): string =>
  `"${sha384.slice('sha384-'.length, 'sha384-'.length + 27)}${encoding ? `-${encoding}` : ''}"`;

/** Sets the headers of a file that never changes at its URL. */
export const keepForever = (reply: FastifyReply, etag: string): FastifyReply =>
  reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept-encoding')
    .header('etag', etag);
