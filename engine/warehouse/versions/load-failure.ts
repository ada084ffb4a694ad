import { FailureError } from '@headwater/base/failures/failure';
import { foreignText } from '@headwater/base/failures/foreign-text';
import { withoutOurFolders } from '@headwater/base/failures/without-paths';

// The last alternative means that neither memory nor the disk had room.
const NO_ROOM = /No space left on device|Disk quota exceeded|could not write|disk is full|failed to offload/i;

// The second alternative appears if rows were accepted but could not be written afterwards.
const NO_MEMORY = /Out of Memory|(pin|allocate) block of size .* used\)/i;

/** Translates an error of the engine into a failure. */
export function loadFailure(error: Error, table: string): FailureError {
  const internalMessage = foreignText(error.message);
  const reason = withoutOurFolders(internalMessage.split('\n')[0] ?? '');
  if (error instanceof FailureError) return error;
  if (NO_ROOM.test(reason)) {
    return new FailureError('disk_full', {}, { internalMessage });
  }
  if (NO_MEMORY.test(reason)) return new FailureError('memory_exhausted', { table }, { internalMessage });
  return new FailureError('load_failed', { table, reason }, { internalMessage });
}
