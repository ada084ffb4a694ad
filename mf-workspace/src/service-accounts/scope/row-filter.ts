import { isMoment, type DataScope, type QueryOperator } from '@headwater/shared/contract';

type TablePart = NonNullable<DataScope[number]['tables']>[number];
export type RowFilter = NonNullable<TablePart['filter']>;
export type RowCondition = RowFilter[number][number];

/** Returns which rows of a table are visible. Empty for all of them. */
export const filterOf = (
  scope: DataScope,
  { sourceConnectionId, tableName }: { sourceConnectionId: string; tableName: string },
): RowFilter =>
  scope
    .find((part) => part.sourceConnectionId === sourceConnectionId)
    ?.tables?.find((table) => table.tableName === tableName)?.filter ?? [];

/** Returns a scope in which a table that it names has other visible rows. */
export const withFilter = (
  scope: DataScope,
  { sourceConnectionId, tableName }: { sourceConnectionId: string; tableName: string },
  filter: RowFilter,
): DataScope =>
  scope.map((part) =>
    part.sourceConnectionId === sourceConnectionId && part.tables
      ? {
          ...part,
          tables: part.tables.map(({ filter: before = [], ...table }) => {
            const next = table.tableName === tableName ? filter : before;
            return next.length === 0 ? table : { ...table, filter: next };
          }),
        }
      : part,
  );

/** Returns whether a filter compares with days or times of the workspace. A range that moves has a zone of its own. */
export const comparesMoments = (
  filter: RowFilter,
  columns: readonly { name: string; type: string }[],
): boolean =>
  filter.flat().some(({ column, operator }) => {
    const type = columns.find(({ name }) => name === column)?.type;
    return (
      type !== undefined && isMoment({ type }) && operator !== 'in_range' && takesValues(operator) !== 'none'
    );
  });

/** How many values an operator compares with. */
export const takesValues = (operator: QueryOperator): 'none' | 'one' | 'several' => {
  if (operator === 'is_null' || operator === 'is_not_null') return 'none';
  return operator === 'one_of' || operator === 'none_of' ? 'several' : 'one';
};

/** Returns whether each condition has the values that it needs. */
export const isComplete = (filter: RowFilter): boolean =>
  filter.flat().every(({ operator, values }) => {
    const takes = takesValues(operator);
    return takes === 'none'
      ? values.length === 0
      : values.length > 0 && values.every((value) => value !== '');
  });
