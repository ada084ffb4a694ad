import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { link, open } from 'node:fs/promises';
import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { UPLOAD_MAX_BYTES } from '@headwater/shared/contract/plain';
import { classify } from '@headwater/base/egress/address-ranges';
import { FailureError } from '@headwater/base/failures/failure';
import type { ConnectorContext } from '@headwater/protocol/protocol';
import { asDiskFull, DiskShare } from '../disk-share.ts';
import { once as onlyOnce } from '../once.ts';
import { pinned } from '@headwater/base/egress/pinned-lookup';
import { charsetIn } from '@headwater/protocol/http/body-text';

const CONNECT_MS = 10_000;
const MOST_REDIRECTS = 5;
/** How often a download is resumed in a row without getting any further. */
const MOST_RESUMES = 4;
const MOST_RESUMES_IN_ALL = 100;
const MEGABYTES = UPLOAD_MAX_BYTES / 1024 ** 2;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** By which a server tells whether a file has changed. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export interface Downloaded extends Validators {
  /** The encoding that the server names. */
  charset: string | undefined;
  bytes: number;
  sha256: string;
}

/** The rest of the file may still come. */
class Interrupted extends Error {}

/** Downloads a file of which nothing is known yet. A job that keeps what it has found has it from there again. */
export async function obtain(url: URL, path: string, context: ConnectorContext): Promise<Downloaded> {
  const take = async (to: string) => (await download(url, to, context)) as Downloaded;
  const { kept } = context;
  if (!kept) return take(path);
  const { at, downloaded } = await onlyOnce(context, `download ${url.href}`, async () => {
    const at = join(kept.folder, `download-${kept.found.size}`);
    return { at, downloaded: await take(at) };
  });
  await link(at, path);
  return downloaded;
}

/**
 * Downloads a file, unless it is as it was. A download that is interrupted goes on where it stopped, if the file has not
 * changed in between. Each redirect is checked like the first address.
 */
export async function download(
  url: URL,
  path: string,
  context: ConnectorContext,
  before: Validators | null = null,
): Promise<Downloaded | 'unchanged'> {
  const progress: Progress = { bytes: 0, etag: null, lastModified: null, charset: undefined };
  let furthest = 0;
  let attempts = 0;
  for (let resumes = 0; ; resumes += 1) {
    try {
      const outcome = await receive(url, path, progress, { context, before });
      if (outcome === 'unchanged') return outcome;
      return { ...progress, sha256: await hashOf(path, context.signal) };
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof Interrupted)) throw error;
      if (progress.bytes > furthest) {
        furthest = progress.bytes;
        resumes = 0;
      }
      attempts += 1;
      if (resumes === MOST_RESUMES || attempts > MOST_RESUMES_IN_ALL)
        throw new FailureError('web_file_unreachable', { host: url.host, reason: error.message });
      await sleep(100 * 2 ** resumes, undefined, { signal: context.signal });
    }
  }
}

/** Asks for a file, and takes nothing of it. Throws if it isn't there. */
export async function requireThere(url: URL, context: ConnectorContext): Promise<void> {
  try {
    const response = await follow(url, headersFor(0, null, null), context);
    response.destroy();
    if (response.statusCode !== 200) throw refusal(url, response.statusCode ?? 0);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof Interrupted)) throw error;
    throw new FailureError('web_file_unreachable', { host: url.host, reason: error.message });
  }
}

/** Returns the address that a URL's host is at. Throws if it may not be connected to, or not like this. */
export async function targetOf(url: URL, { egress }: ConnectorContext): Promise<string> {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  try {
    const { address } = await egress.resolve(url.hostname, port);
    // Within networks that the operator has opened, encryption is the operator's business.
    if (url.protocol !== 'https:' && classify(address) === 'public')
      throw new FailureError('web_file_not_encrypted', { host: url.host });
    return address;
  } catch (error) {
    if (error instanceof FailureError) throw new FailureError({ ...error.failure, field: 'url' });
    throw error;
  }
}

type Progress = Omit<Downloaded, 'sha256'>;

interface Asked {
  context: ConnectorContext;
  before: Validators | null;
}

async function receive(
  url: URL,
  path: string,
  progress: Progress,
  { context, before }: Asked,
): Promise<'received' | 'unchanged'> {
  // Without a validator, nobody could tell whether the rest belongs to the beginning.
  const validator = strong(progress.etag) ?? progress.lastModified;
  const from = validator === null ? 0 : progress.bytes;
  const response = await follow(url, headersFor(from, validator, before), context);
  const { statusCode: status = 0, headers } = response;
  try {
    if (status === 304 && before && from === 0) return 'unchanged';
    if (status === 206 && from > 0 && startOf(headers['content-range']) === from) progress.bytes = from;
    else if (status === 200) progress.bytes = 0;
    else if (from > 0 && (status === 206 || status === 416)) {
      progress.etag = progress.lastModified = null;
      throw new Interrupted('the rest of the file could not be continued');
    } else throw refusal(url, status);
    progress.etag = headers.etag ?? null;
    progress.lastModified = headers['last-modified'] ?? null;
    progress.charset = charsetIn(headers['content-type'])?.encoding;
    const length = Number(headers['content-length'] ?? Number.NaN);
    if (progress.bytes + length > UPLOAD_MAX_BYTES) throw tooLarge(url);
    await write(response, path, progress, url);
    if (Number.isFinite(length) && !response.complete) throw new Interrupted('the connection was lost');
    return 'received';
  } finally {
    response.destroy();
  }
}

function headersFor(from: number, validator: string | null, before: Validators | null) {
  return {
    'user-agent': 'Headwater',
    accept: '*/*',
    // What is stored is what the server has, so that the rest can be asked for by position.
    'accept-encoding': 'identity',
    ...(from > 0 && validator !== null && { range: `bytes=${from}-`, 'if-range': validator }),
    ...(from === 0 && before?.etag && { 'if-none-match': before.etag }),
    ...(from === 0 && before && !before.etag && before.lastModified
      ? { 'if-modified-since': before.lastModified }
      : {}),
  };
}

async function follow(
  first: URL,
  headers: Record<string, string>,
  context: ConnectorContext,
): Promise<IncomingMessage> {
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(url, headers, context);
    const { location } = response.headers;
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return response;
    response.destroy();
    const to = URL.canParse(location, url.href) ? new URL(location, url) : null;
    const isFollowed =
      to !== null &&
      redirects < MOST_REDIRECTS &&
      (to.protocol === 'https:' || (to.protocol === 'http:' && url.protocol === 'http:')) &&
      !to.username &&
      !to.password;
    if (!isFollowed)
      throw new FailureError('web_file_redirected', {
        host: url.host,
        to: to?.host ?? location.slice(0, 100),
      });
    url = to;
  }
}

async function send(
  url: URL,
  headers: Record<string, string>,
  context: ConnectorContext,
): Promise<IncomingMessage> {
  const { signal, idleTimeout } = context;
  const address = await targetOf(url, context);
  const start = url.protocol === 'https:' ? requestByHttps : requestByHttp;
  const request = start(url, { headers, signal, agent: false, lookup: pinned(address), timeout: CONNECT_MS });
  request.on('socket', (socket) => socket.once('connect', () => request.setTimeout(idleTimeout)));
  request.on('timeout', () => request.destroy(new Error('no response in time')));
  request.end();
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  } catch (error) {
    signal.throwIfAborted();
    throw new Interrupted(reasonOf(error));
  }
}

/** Writes each chunk before the next one is taken, so that it's known what is there if the connection breaks. */
async function write(response: IncomingMessage, path: string, progress: Progress, url: URL): Promise<void> {
  const file = await open(path, progress.bytes > 0 ? 'r+' : 'w');
  try {
    const share = new DiskShare(path);
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (progress.bytes + chunk.length > UPLOAD_MAX_BYTES) throw tooLarge(url);
      await share.take(chunk.length);
      // A disk that is nearly full takes a part, and says so only when it's asked again.
      for (let rest = chunk; rest.length > 0;) {
        const { bytesWritten } = await file.write(rest, 0, rest.length, progress.bytes);
        rest = rest.subarray(bytesWritten);
        progress.bytes += bytesWritten;
      }
    }
  } catch (error) {
    const known = asDiskFull(error);
    throw known instanceof FailureError ? known : new Interrupted(reasonOf(error));
  } finally {
    await file.close();
  }
}

const reasonOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

const tooLarge = ({ host }: URL) => new FailureError('web_file_too_large', { host, megabytes: MEGABYTES });

const refusal = ({ host }: URL, status: number) =>
  new FailureError(status >= 500 || status === 429 ? 'web_file_failed' : 'web_file_refused', {
    host,
    status,
  });

/** A weak ETag says that two files mean the same, not that their bytes are. */
const strong = (etag: string | null) => (etag === null || etag.startsWith('W/') ? null : etag);

function startOf(range: string | undefined): number | null {
  const found = /^bytes (\d+)-/.exec(range ?? '');
  return found ? Number(found[1]) : null;
}

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex');
}
