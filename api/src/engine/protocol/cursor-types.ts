import { orderedCheck } from './row-filter.ts';
import type { StreamColumn } from './protocol.ts';

const CURSOR_TYPES = ['SMALLINT', 'INTEGER', 'BIGINT', 'DATE', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE'];

/** Whether the column's values have an order by which new rows can be found. */
export const canBeCursor = ({ type }: Pick<StreamColumn, 'type'>): boolean => CURSOR_TYPES.includes(type);

/** Whether the text is a value of the cursor. */
export const isCursorValue = (column: StreamColumn, text: string): boolean =>
  orderedCheck(column)?.(text) ?? false;
