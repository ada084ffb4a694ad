import { orderedCheck } from './row-filter.ts';
import type { ConfiguredStream, StreamColumn } from './protocol.ts';

const CURSOR_TYPES = ['SMALLINT', 'INTEGER', 'BIGINT', 'DATE', 'TIMESTAMP', 'TIMESTAMP WITH TIME ZONE'];

/** Whether the column's values have an order by which new rows can be found. */
export const canBeCursor = ({ type }: Pick<StreamColumn, 'type'>): boolean => CURSOR_TYPES.includes(type);

/** Whether the text is a value of the cursor. */
export const isCursorValue = (column: StreamColumn, text: string): boolean =>
  orderedCheck(column)?.(text) ?? false;

type Chosen = Pick<ConfiguredStream, 'cursorColumn' | 'systemCursor'>;

/** Whether new rows are found by what isn't a column. */
export const isBySystemCursor = ({ cursorColumn, systemCursor }: Chosen): boolean =>
  cursorColumn !== null && cursorColumn === systemCursor;

/** The column by whose values new rows are found. Null if there is none. */
export const columnOfCursor = (stream: Chosen): string | null =>
  isBySystemCursor(stream) ? null : stream.cursorColumn;
