import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentType, isFilePath, isName, isVersion } from '../registry/names.ts';
import type { RecordFile } from '../registry/record.ts';
import type { Registry } from '../registry/registry.ts';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import { sendText } from './send-text.ts';

interface Params {
  name: string;
  version: string;
  '*': string;
}

const FOREVER = 'public, max-age=31536000, immutable';

/** The published files: immutable, precompressed, and a true 404 where there is none. */
export function assetRoutes(app: FastifyInstance, registry: Registry): void {
  const findFile = fileFinder(registry);

  app.get<{ Params: Params }>('/r/:name/:version/*', async (request, reply) => {
    const { name, version, '*': file } = request.params;
    const found = await findFile(name, version, file);
    if (!found) return sendText(reply, 404, 'There is no such file.');
    return sendFile(request, reply, path.join(registry.versionFolder(name, version), file), found);
  });
  app.get('/r/*', (_, reply) => sendText(reply, 404, 'There is no such file.'));
}

/** Only what a record lists is served; records never change, so each is read once. */
function fileFinder(registry: Registry) {
  const known = new Map<string, ReadonlyMap<string, RecordFile>>();
  return async (name: string, version: string, file: string): Promise<RecordFile | undefined> => {
    if (!isName(name) || !isVersion(version) || !isFilePath(file)) return undefined;
    const key = `${name}@${version}`;
    const files =
      known.get(key) ?? new Map((await registry.findRecord(name, version))?.files.map((f) => [f.path, f]));
    if (files.size > 0) known.set(key, files);
    return files.get(file);
  };
}

function sendFile(request: FastifyRequest, reply: FastifyReply, location: string, file: RecordFile) {
  const encoding = chooseTwin(file, acceptedEncoding(request.headers['accept-encoding']));
  const etag = `"${file.sha384.slice('sha384-'.length, 'sha384-'.length + 27)}${encoding ? `-${encoding}` : ''}"`;
  reply.header('cache-control', FOREVER).header('vary', 'accept-encoding').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();

  reply.header('content-type', contentType(file.path)).header('content-length', sizeOf(file, encoding));
  if (!encoding) return reply.send(createReadStream(location));
  reply.header('content-encoding', encoding);
  return reply.send(createReadStream(location + (encoding === 'br' ? '.br' : '.gz')));
}

function chooseTwin(file: RecordFile, accepted: Encoding | undefined): Encoding | undefined {
  if (accepted === 'br' && file.br !== null) return 'br';
  return accepted !== undefined && file.gz !== null ? 'gzip' : undefined;
}

function sizeOf(file: RecordFile, encoding: Encoding | undefined): number {
  return (encoding === 'br' ? file.br : encoding === 'gzip' ? file.gz : file.bytes) ?? file.bytes;
}
