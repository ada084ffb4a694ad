import type { UploadedFile } from '@headwater/shared/files';

/** Returns why the files can't be saved as they are, or null if they can. */
export function filesErrorOf(
  files: readonly UploadedFile[],
  someAreKept: boolean,
): 'none' | 'uploading' | 'failed_some' | null {
  if (files.some((file) => file.error !== undefined)) return 'failed_some';
  if (files.some((file) => !file.done)) return 'uploading';
  return files.length === 0 && !someAreKept ? 'none' : null;
}
