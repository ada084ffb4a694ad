import { FailureError } from '../connectors/failure.ts';

/** The engine's message in the product's words. */
export function loadFailure(error: Error, table: string): Error {
  const reason = error.message.split('\n')[0] ?? '';
  const internalMessage = error.message.slice(0, 2_000);
  if (error instanceof FailureError) return error;
  if (/No space left on device|could not write|disk is full|max_temp_directory_size/i.test(reason)) {
    return new FailureError('disk_full', {}, { internalMessage });
  }
  if (/Out of Memory/i.test(reason))
    return new FailureError('memory_exhausted', { table }, { internalMessage });
  return new FailureError('load_failed', { table, reason }, { internalMessage });
}
