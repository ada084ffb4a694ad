import {
  operatorsOf,
  writeFilter,
  type Column,
  type ProfileBin,
  type QueryCondition,
} from '@headwater/shared/contract';
import { paths } from '@headwater/shared/routing';
import type { TableAddress } from '@headwater/shared/tables';

/** Returns where the rows with a value are shown. Null if such rows can't be looked for. */
export const rowsWith = (address: TableAddress, column: Column, value: string): string | null =>
  rowsPath(address, column, [{ column: column.name, operator: 'equals', values: [value] }]);

/** Returns where the rows without a value are shown. */
export const rowsWithout = (address: TableAddress, column: Column): string | null =>
  rowsPath(address, column, [{ column: column.name, operator: 'is_null', values: [] }]);

/** Returns where the rows of a part of the histogram are shown. Null if such rows can't be looked for. */
export function rowsWithin(
  address: TableAddress,
  column: Column,
  { from, to }: ProfileBin,
  isFirst: boolean,
): string | null {
  if (from === to) return rowsWith(address, column, from);
  return rowsPath(address, column, [
    { column: column.name, operator: isFirst ? 'greater_or_equal' : 'greater', values: [from] },
    { column: column.name, operator: 'less_or_equal', values: [to] },
  ]);
}

function rowsPath(
  { organizationId, sourceConnectionId, tableName }: TableAddress,
  column: Column,
  conditions: readonly QueryCondition[],
): string | null {
  const operators = operatorsOf(column);
  const isPossible = conditions.every(
    ({ operator, values }) =>
      operators.includes(operator) && values.every((value) => isWritable(column, value)),
  );
  if (!isPossible) return null;
  const filter = writeFilter(conditions.map((condition) => [condition]));
  const page = paths.table(organizationId, sourceConnectionId, tableName);
  return `${page}?filter=${encodeURIComponent(filter)}`;
}

/** NaN, infinite values, and years outside of four digits have no text that a condition accepts. */
function isWritable({ kind }: Column, value: string): boolean {
  if (kind === 'number') return !/[nN]/.test(value);
  if (kind === 'date' || kind === 'timestamp') return /^\d{4}-/.test(value) && !value.endsWith('BC');
  return value.length <= 1_000 && !value.includes('\0');
}
