import type { Column } from '@headwater/shared/contract';

/** What a page needs of a column: its name and type in the version. */
export type PageColumn = Pick<Column, 'name' | 'type'>;
