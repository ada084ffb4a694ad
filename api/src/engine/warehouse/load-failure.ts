import { FailureError } from '../../platform/failures/failure.ts';
import { withoutOurFolders } from '../../platform/failures/without-paths.ts';

// The last one: what memory does not hold would not fit onto the disk either.
const NO_ROOM = /No space left on device|Disk quota exceeded|could not write|disk is full|failed to offload/i;

// The second one: what it says where a file's rows were taken and then could not be written.
const NO_MEMORY = /Out of Memory|(pin|allocate) block of size .* used\)/i;

/** The engine's message in the product's words. */
export function loadFailure(error: Error, table: string): FailureError {
  const internalMessage = error.message.slice(0, 2_000);
  const reason = withoutOurFolders(internalMessage.split('\n')[0] ?? '');
  if (error instanceof FailureError) return error;
  if (NO_ROOM.test(reason)) {
    return new FailureError('disk_full', {}, { internalMessage });
  }
  if (NO_MEMORY.test(reason)) return new FailureError('memory_exhausted', { table }, { internalMessage });
  return new FailureError('load_failed', { table, reason }, { internalMessage });
}
