import type { CatalogStream } from '@headwater/shared/contract';

/** How many columns of a table are copied: `31`, or `29/31` if some aren't. */
export const keptColumns = ({
  columnCount,
  droppedColumns,
}: Pick<CatalogStream, 'columnCount' | 'droppedColumns'>): string =>
  droppedColumns === 0 ? String(columnCount) : `${columnCount - droppedColumns}/${columnCount}`;
