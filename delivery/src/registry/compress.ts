import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCode, replaceFile } from './disk.ts';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const COMPRESSIBLE = new Set(['.js', '.mjs', '.css', '.json', '.svg', '.txt', '.wasm']);
/** Smaller files fit into one packet uncompressed. */
const SMALLEST = 200;

export interface Twins {
  br: Uint8Array | null;
  gz: Uint8Array | null;
}

/** Returns a file's precompressed twins. A twin is null if it would save nothing. */
export async function compress(file: string, content: Uint8Array): Promise<Twins> {
  if (!COMPRESSIBLE.has(path.posix.extname(file)) || content.length < SMALLEST) return { br: null, gz: null };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [br, gz] = await Promise.all([brotli(content, { params }), deflate(content, { level: 9 })]);
  return { br: smaller(br, content), gz: smaller(gz, content) };
}

/** Keeps twins in a folder by content, for publishing the same files to many registries. */
export function cachingCompressor(folder: string): typeof compress {
  return async (file, content) => {
    const hash = createHash('sha256').update(content).digest('hex');
    const location = path.join(folder, hash.slice(0, 2), `${hash}${path.posix.extname(file)}`);
    const kept = await readTwins(location);
    if (kept) return kept;
    const twins = await compress(file, content);
    await mkdir(path.dirname(location), { recursive: true });
    for (const kind of ['br', 'gz'] as const) await replaceFile(`${location}.${kind}`, twins[kind] ?? '');
    return twins;
  };
}

async function readTwins(location: string): Promise<Twins | undefined> {
  try {
    const [br, gz] = await Promise.all([readFile(`${location}.br`), readFile(`${location}.gz`)]);
    return { br: br.length > 0 ? br : null, gz: gz.length > 0 ? gz : null };
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const smaller = (compressed: Uint8Array, content: Uint8Array) =>
  compressed.length < content.length ? compressed : null;
