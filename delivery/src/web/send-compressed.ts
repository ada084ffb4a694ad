import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from './accepted-encoding.ts';

const compressors = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => promisify(gzip)(text),
};

/** Sends text that is created for each request, so it is compressed quickly rather than well. */
export async function sendCompressed(request: FastifyRequest, reply: FastifyReply, text: string) {
  const encoding = acceptedEncoding(request.headers['accept-encoding']);
  if (!encoding) return reply.send(text);
  return reply.header('content-encoding', encoding).send(await compressors[encoding](text));
}
