import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectorContext } from '@headwater/protocol/protocol';
import { asDiskFull, DiskShare } from '../disk-share.ts';
import type { FileFormat, KnownFile } from './file-format.ts';
import { openBytes } from './packed-bytes.ts';

const PIECE = 1024 ** 2;

type Context = Pick<ConnectorContext, 'temporaryFolder' | 'signal'>;

/** A file that can be read from any place in it. */
interface UnpackedFile {
  file: KnownFile & { packing: 'none' };
  /** Deletes what was written for it. */
  remove(): Promise<void>;
}

/**
 * Returns the file itself, or, if it's packed, what is in it, on the disk under a name that nothing in it has a say in.
 * Throws if it expands too much, is damaged, or the disk has no room for it, and leaves nothing behind then.
 */
export async function unpackedFile(
  file: KnownFile,
  { temporaryFolder, signal }: Context,
): Promise<UnpackedFile> {
  if (file.packing === 'none') return { file: { ...file, packing: 'none' }, remove: () => Promise.resolve() };
  const path = join(temporaryFolder, `unpacked-${randomUUID()}`);
  const remove = () => rm(path, { force: true });
  try {
    const bytes = await writeUnpacked(file, path, signal);
    return { file: { ...file, path, bytes, packing: 'none' }, remove };
  } catch (error) {
    await remove();
    throw asDiskFull(error);
  }
}

/** Returns how many bytes there are. */
async function writeUnpacked(file: KnownFile, path: string, signal: AbortSignal): Promise<number> {
  const source = await openBytes({ ...file, name: file.fileName });
  try {
    const target = await open(path, 'wx', 0o600);
    try {
      const piece = new Uint8Array(PIECE);
      const share = new DiskShare(path);
      let bytes = 0;
      for (;;) {
        signal.throwIfAborted();
        const count = await source.read(piece, 0, PIECE);
        if (count === 0) return bytes;
        await share.take(count);
        await target.appendFile(piece.subarray(0, count));
        bytes += count;
      }
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Makes a format that needs a file on the disk read packed ones as well. */
export const unpackedFirst = (format: FileFormat): FileFormat => ({
  name: format.name,

  async look(packed, choices, context) {
    const { file, remove } = await unpackedFile(packed, context);
    try {
      return await format.look(file, choices, context);
    } finally {
      await remove();
    }
  },

  async *read(packed, stream, choices, context) {
    const { file, remove } = await unpackedFile(packed, context);
    try {
      return yield* format.read(file, stream, choices, context);
    } finally {
      await remove();
    }
  },
});
