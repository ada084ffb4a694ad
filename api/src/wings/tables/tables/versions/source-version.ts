import type { Masks } from '@headwater/shared/contract';

/** A version of a table that a view's rows come from, and the masks that it was loaded with. */
export interface SourceVersion {
  tableId: string;
  version: number;
  masks: Masks;
}
