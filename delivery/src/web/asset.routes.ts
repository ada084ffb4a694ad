import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isCode } from '../registry/disk.ts';
import { contentType, isFilePath } from '../registry/names.ts';
import type { RecordFile } from '../registry/record.ts';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import type { DeliveryContext } from './context.ts';
import { etagOf, keepForever } from './keep-forever.ts';
import { sendGone, sendMissing } from './send-missing.ts';

interface Params {
  name: string;
  version: string;
  '*': string;
}

const SUFFIXES = { br: '.br', gzip: '.gz', identity: '' };

/** Serves the published files: immutable, precompressed, and with a real 404 for others. */
export function assetRoutes(app: FastifyInstance, { registry, builds }: DeliveryContext): void {
  app.get<{ Params: Params }>('/r/:name/:version/*', async (request, reply) => {
    const { name, version, '*': file } = request.params;
    const found = isFilePath(file) ? (await builds.find(name, version))?.files.get(file) : undefined;
    if (!found) return sendMissing(reply);
    const encoding = chooseTwin(found, acceptedEncoding(request.headers['accept-encoding']));
    const etag = etagOf(found.sha384, encoding);
    if (request.headers['if-none-match'] === etag) return keepForever(reply, etag).code(304).send();
    const location = path.join(registry.versionFolder(name, version), file);
    const stored = await openIfThere(location + SUFFIXES[encoding ?? 'identity']);
    if (stored) return sendFile(keepForever(reply, etag), found, encoding, stored);
    return (await registry.isGone(name, version)) ? sendGone(reply) : sendMissing(reply);
  });
  app.get('/r/*', (_, reply) => sendMissing(reply));
}

async function openIfThere(location: string): Promise<FileHandle | undefined> {
  try {
    return await open(location);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function sendFile(reply: FastifyReply, file: RecordFile, encoding: Encoding | undefined, stored: FileHandle) {
  reply.header('content-type', contentType(file.path)).header('content-length', sizeOf(file, encoding));
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send(stored.createReadStream());
}

function chooseTwin(file: RecordFile, accepted: Encoding | undefined): Encoding | undefined {
  if (accepted === 'br' && file.br !== null) return 'br';
  return accepted !== undefined && file.gz !== null ? 'gzip' : undefined;
}

function sizeOf(file: RecordFile, encoding: Encoding | undefined): number {
  return (encoding === 'br' ? file.br : encoding === 'gzip' ? file.gz : file.bytes) ?? file.bytes;
}
