import type { Table } from '@headwater/shared/tables';

/** Returns the table whose data is the oldest. Of those without data, none. */
export const oldestOf = (tables: readonly Table[]): Table | undefined =>
  tables
    .filter(({ freshAsOf }) => freshAsOf !== null)
    .toSorted((one, other) => Date.parse(one.freshAsOf!) - Date.parse(other.freshAsOf!))[0];
