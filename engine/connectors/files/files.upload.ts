import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { FailureError } from '@headwater/base/failures/failure';
import type { UploadedFile } from '@headwater/protocol/protocol';

/** Returns when an upload was last written. Throws if it's gone, or isn't as large as it was when it was uploaded. */
export async function lastWritten({ path, fileName, bytes }: UploadedFile): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new FailureError('file_missing', { file: fileName });
  });
  if (found.size !== bytes) throw new FailureError('file_changed', { file: fileName });
  return found.mtimeMs;
}

/**
 * Throws if an upload that was written again since it was discovered holds something else now. Another time alone
 * means nothing: files get it when they are moved or restored.
 */
export async function requireUnchanged(
  file: UploadedFile,
  writtenAt: number,
  discovered: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (discovered === undefined || writtenAt === discovered) return;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file.path), hash, { signal });
  if (hash.digest('hex') !== file.sha256) throw new FailureError('file_changed', { file: file.fileName });
}
