import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isCode } from '../registry/disk.ts';
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

const SUFFIXES = { br: '.br', gzip: '.gz', identity: '' };
const FOREVER = 'public, max-age=31536000, immutable';

/** The published files: immutable, precompressed, and a true 404 where there is none. */
export function assetRoutes(app: FastifyInstance, registry: Registry): void {
  const findFile = fileFinder(registry);

  app.get<{ Params: Params }>('/r/:name/:version/*', async (request, reply) => {
    const { name, version, '*': file } = request.params;
    const found = await findFile(name, version, file);
    if (!found) return sendMissing(reply);
    const encoding = chooseTwin(found, acceptedEncoding(request.headers['accept-encoding']));
    const etag = etagOf(found, encoding);
    if (request.headers['if-none-match'] === etag) return keepForever(reply, etag).code(304).send();
    const location = path.join(registry.versionFolder(name, version), file);
    const stored = await openIfThere(location + SUFFIXES[encoding ?? 'identity']);
    if (stored) return sendFile(keepForever(reply, etag), found, encoding, stored);
    return (await registry.isGone(name, version)) ? sendGone(reply) : sendMissing(reply);
  });
  app.get('/r/*', (_, reply) => sendMissing(reply));
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

const sendMissing = (reply: FastifyReply) => sendText(reply, 404, 'There is no such file.');

/** A tab that is older than what is kept is told so, and loads its page anew. */
const sendGone = (reply: FastifyReply) =>
  sendText(reply.header('x-delivery', 'gone'), 410, 'This version is no longer kept.');

async function openIfThere(location: string): Promise<FileHandle | undefined> {
  try {
    return await open(location);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const etagOf = ({ sha384 }: RecordFile, encoding: Encoding | undefined) =>
  `"${sha384.slice('sha384-'.length, 'sha384-'.length + 27)}${encoding ? `-${encoding}` : ''}"`;

const keepForever = (reply: FastifyReply, etag: string) =>
  reply.header('cache-control', FOREVER).header('vary', 'accept-encoding').header('etag', etag);

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
