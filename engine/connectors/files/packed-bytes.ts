import { createReadStream } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { crc32, createGunzip, createZstdDecompress } from 'node:zlib';
import { FailureError } from '@headwater/base/failures/failure';
import type { Entry } from 'yauzl';
import { openOnlyEntry, type Archive } from './zip-entries.ts';

/** How a file is compressed as a whole. */
export type Packing = 'none' | 'gzip' | 'zstd' | 'zip';

/** One of several files in an archive that is open, and whose files together don't expand too much. */
export interface InArchive {
  archive: Archive;
  entry: Entry;
}

/** The largest compressed file that is unpacked. */
const PACKED_LIMIT = 200 * 1024 ** 2;
/** How many times its size a compressed file may expand to. */
const RATIO = 100;
/** Whatever its ratio, this is no bomb. */
const HARMLESS = 64 * 1024 ** 2;

export interface PackedFile {
  path: string;
  /** For messages. */
  name: string;
  packing: Packing | InArchive;
}

/** The bytes of a file, unpacked. */
export interface ByteSource {
  /** Reads at most so many bytes into the buffer, and returns their number: 0 at the end. */
  read(buffer: Uint8Array, at: number, length: number): Promise<number>;
  close(): Promise<void>;
}

/** Opens a file to read what is in it, in bounded memory. Throws while reading if it's damaged or expands too much. */
export async function openBytes(file: PackedFile): Promise<ByteSource> {
  if (file.packing === 'none') return new PlainBytes(await open(file.path, 'r'));
  if (typeof file.packing === 'object')
    // It's an error if more comes out than the archive says.
    return new UnpackedBytes(file, await unpacked(file), file.packing.entry.uncompressedSize);
  return new UnpackedBytes(file, await unpacked(file), await expansionLimit(file));
}

/** Throws if what an archive says that its files expand to is too much. */
export async function requireHarmless(
  file: Omit<PackedFile, 'packing'>,
  entries: readonly Entry[],
): Promise<void> {
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (bytes > (await expansionLimit(file)))
    throw new FailureError('file_expands_too_much', { file: file.name, ratio: RATIO });
}

/** Returns how many bytes a compressed file may have unpacked. Throws if it's too large as it is. */
async function expansionLimit({ path, name }: Omit<PackedFile, 'packing'>): Promise<number> {
  const { size } = await stat(path);
  if (size > PACKED_LIMIT)
    throw new FailureError('file_packed_too_large', { file: name, megabytes: PACKED_LIMIT / 1024 ** 2 });
  return Math.max(size * RATIO, HARMLESS);
}

/** Reads the first bytes of what is in a file. */
export async function readStart(
  file: PackedFile,
  length: number,
): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const source = await openBytes(file);
  try {
    const bytes = new Uint8Array(length);
    let filled = 0;
    for (;;) {
      const count = await source.read(bytes, filled, length - filled);
      filled += count;
      if (count === 0 || filled === length) {
        const isWhole = count === 0 || (await source.read(new Uint8Array(1), 0, 1)) === 0;
        return { bytes: bytes.subarray(0, filled), isWhole };
      }
    }
  } finally {
    await source.close();
  }
}

interface Unpacked {
  stream: Readable;
  /** What the archive says about its content. Null if the decompressor checks that. */
  checksum: number | null;
  close(): void;
}

async function unpacked({ path, name, packing }: PackedFile): Promise<Unpacked> {
  if (typeof packing === 'object') {
    const { archive, entry } = packing;
    return { stream: await archive.open(entry), checksum: entry.crc32, close: () => undefined };
  }
  if (packing === 'zip') return openOnlyEntry(path, name);
  const packed = createReadStream(path);
  const stream = packing === 'gzip' ? createGunzip() : createZstdDecompress();
  packed.on('error', (error) => stream.destroy(error));
  packed.pipe(stream);
  return { stream, checksum: null, close: () => packed.destroy() };
}

class PlainBytes implements ByteSource {
  readonly #handle: FileHandle;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async read(buffer: Uint8Array, at: number, length: number): Promise<number> {
    return (await this.#handle.read(buffer, at, length, null)).bytesRead;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

class UnpackedBytes implements ByteSource {
  readonly #file: PackedFile;
  readonly #unpacked: Unpacked;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #limit: number;
  #chunk: Uint8Array = new Uint8Array();
  #bytes = 0;
  #checksum = 0;

  constructor(file: PackedFile, source: Unpacked, limit: number) {
    this.#file = file;
    this.#unpacked = source;
    this.#chunks = source.stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    this.#limit = limit;
  }

  async read(buffer: Uint8Array, at: number, length: number): Promise<number> {
    while (this.#chunk.length === 0) {
      const { value, done } = await this.#next();
      if (done) return 0;
      this.#chunk = value;
    }
    const taken = this.#chunk.subarray(0, length);
    buffer.set(taken, at);
    this.#chunk = this.#chunk.subarray(taken.length);
    return taken.length;
  }

  async close(): Promise<void> {
    this.#unpacked.stream.destroy();
    this.#unpacked.close();
    await this.#chunks.return?.();
  }

  async #next(): Promise<IteratorResult<Buffer>> {
    const { name } = this.#file;
    const next = await this.#chunks.next().catch((error: Error) => {
      throw new FailureError('file_damaged', { file: name }, { internalMessage: error.message });
    });
    const { checksum } = this.#unpacked;
    if (next.done) {
      if (checksum !== null && checksum !== this.#checksum)
        throw new FailureError('file_damaged', { file: name }, { internalMessage: 'wrong checksum' });
      return next;
    }
    this.#bytes += next.value.length;
    if (this.#bytes > this.#limit)
      throw new FailureError('file_expands_too_much', { file: name, ratio: RATIO });
    if (checksum !== null) this.#checksum = crc32(next.value, this.#checksum);
    return next;
  }
}
