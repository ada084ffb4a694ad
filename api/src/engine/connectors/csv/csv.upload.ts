import { stat } from 'node:fs/promises';
import { FailureError } from '../../../platform/failures/failure.ts';
import type { UploadedFile } from '../../protocol/protocol.ts';

/** Returns when an upload was last written. Throws if it's gone, or isn't as large as it was when it was uploaded. */
export async function lastWritten({ path, fileName, bytes }: UploadedFile): Promise<number> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new FailureError('file_missing', { file: fileName });
  });
  if (found.size !== bytes) throw new FailureError('file_changed', { file: fileName });
  return found.mtimeMs;
}
