import type { Column } from '../ground/column.ts';
import { operatorsOf } from './table-query.ts';

export const isNumeric = ({ type }: Pick<Column, 'type'>): boolean =>
  /^(SMALLINT|INTEGER|BIGINT|HUGEINT|FLOAT|DOUBLE|DECIMAL\(.*)$/.test(type);

/** Returns whether values can be put into periods. */
export const isMoment = ({ type }: Pick<Column, 'type'>): boolean =>
  type === 'DATE' || type === 'TIMESTAMP' || type === 'TIMESTAMP WITH TIME ZONE';

/** Returns whether rows can be grouped by the values, which a filter then finds again. */
export const isGroupable = (column: Pick<Column, 'type'>): boolean =>
  column.type === 'BOOLEAN' || operatorsOf(column).includes('one_of');
