import type { ColumnKind } from '@headwater/shared/contract';

/** The kinds of a table's columns, by all of its other rows. Null for a column without values. */
export type SplitKinds = readonly (ColumnKind | null)[];
