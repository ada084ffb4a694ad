import type { StreamColumn } from '../../../engine/protocol/protocol.ts';
import type { WrittenFile } from '../../../engine/warehouse/index.ts';
import { kindOfType } from '../sql/index.ts';

/** Returns the columns of a file with the rows of a query, as tables have them. */
export const columnsOfFile = ({ columns }: WrittenFile): StreamColumn[] =>
  columns.map(({ name, type, sourceType }) => ({
    name,
    type,
    sourceType,
    kind: kindOfType(type),
    nullable: true,
    encoding: 'value',
  }));
