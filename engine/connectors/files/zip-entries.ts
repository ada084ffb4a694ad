import type { Readable } from 'node:stream';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { FailureError } from '@headwater/base/failures/failure';

/** The most entries that are looked at. */
const MOST_ENTRIES = 10_000;
/** How entries may be compressed: not at all, or with Deflate, as nearly all are. */
const READABLE: ReadonlySet<number> = new Set([0, 8]);
/** The most files that are read, in however many tables. */
export const MOST_FILES = 1_000;

/** An open archive with the entries that are files, by their names. Nothing is ever written under these names. */
export interface Archive {
  entries: ReadonlyMap<string, Entry>;
  /** Opens an entry's content. Throws if it's encrypted, damaged, or compressed in a way that isn't supported. */
  open(entry: Entry): Promise<Readable>;
  close(): void;
}

/** Opens a zip archive. Throws if it isn't one, or is damaged. */
export async function openArchive(path: string, name: string): Promise<Archive> {
  const damaged = (error: unknown) =>
    new FailureError('file_damaged', { file: name }, { internalMessage: (error as Error).message });
  const zip: ZipFile = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(
    (error: unknown) => {
      throw damaged(error);
    },
  );
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= MOST_ENTRIES) throw new Error('too many entries');
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
    }
  } catch (error) {
    zip.close();
    throw damaged(error);
  }
  return {
    entries,
    close: () => zip.close(),
    open: async (entry) => {
      if (entry.isEncrypted()) throw new FailureError('file_encrypted', { file: name });
      if (!READABLE.has(entry.compressionMethod))
        throw new FailureError('file_archive_method', { file: name });
      return zip.openReadStreamPromise(entry).catch((error: unknown) => {
        throw damaged(error);
      });
    },
  };
}

/** Returns the files in an archive, besides what macOS adds, in the order of their names. */
export const filesIn = ({ entries }: Archive): Entry[] =>
  [...entries.values()]
    .filter(({ fileName }) => !isByMacOs(fileName))
    .toSorted((one, other) => one.fileName.localeCompare(other.fileName, 'en', { numeric: true }));

/** Opens the only file in an archive. */
export async function openOnlyEntry(
  path: string,
  name: string,
): Promise<{ stream: Readable; checksum: number; close(): void }> {
  const archive = await openArchive(path, name);
  try {
    const files = filesIn(archive);
    const [only] = files;
    if (!only || files.length > 1)
      throw new FailureError('file_archive_many', { file: name, files: files.length, limit: 1 });
    return { stream: await archive.open(only), checksum: only.crc32, close: archive.close };
  } catch (error) {
    archive.close();
    throw error;
  }
}

const isByMacOs = (entry: string) => /(^|\/)(__MACOSX\/|\.DS_Store$|\._)/.test(entry);
