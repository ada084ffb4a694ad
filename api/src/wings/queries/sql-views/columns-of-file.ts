import type { StreamColumn } from '@headwater/protocol/protocol';
import type { WrittenFile } from '@headwater/warehouse';
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
