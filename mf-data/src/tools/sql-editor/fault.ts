import { ApiError } from '@headwater/shared/api';

export interface Place {
  /** From the start of the text, as editors count. */
  position: number;
  line: number;
  column: number;
}

/** Returns the place in the query that an error is about, or null. */
export function placeIn(error: unknown): Place | null {
  if (!(error instanceof ApiError)) return null;
  const { position, line, column } = error.errors?.[0]?.meta ?? {};
  if (typeof position !== 'number' || typeof line !== 'number' || typeof column !== 'number') return null;
  return { position, line, column };
}
