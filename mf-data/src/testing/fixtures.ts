import type {
  Column,
  ColumnFacts,
  IndexedSchema,
  IndexedTable,
  ListedFacts,
  ProfiledColumn,
  TableGroup,
  TableProfileAttributes,
} from '@headwater/shared/contract';
import { column, TABLE, table } from '@headwater/shared/testing';

// Responses of the API for tests. Each function takes the attributes that a test is about.

export const LIST_PATH = '/w/org_finch/data';
export const TABLE_PATH = `${LIST_PATH}/src_shop/orders`;
export const INDEX = 'GET organizations/:organizationId/table-index';
export const PROFILE = `${TABLE}/profile`;
export const COLUMN_PROFILE = `${TABLE}/column-profile`;

/** A table as the index lists it. */
export const indexed = (rest: Partial<IndexedTable> = {}): IndexedTable => {
  const { tableName, version, rows, bytes, freshAsOf, lateAt, stale, selection, can } = table(rest as object);
  const facts = { tableName, version, rows, bytes, freshAsOf, lateAt, stale, selection, can };
  return {
    ...facts,
    description: '',
    describedBy: 'people',
    owner: null,
    tags: [],
    columns: 2,
    reports: 0,
    matches: [],
    ...rest,
  };
};

/** A schema of the index, with all of its tables. */
export const schemaOf = (tables: IndexedTable[], rest: Partial<IndexedSchema> = {}): IndexedSchema => ({
  name: null,
  total: tables.length,
  tables,
  next: null,
  ...rest,
});

/** A connection of the index, with all of its tables, which are in no schema. */
export const groupOf = (tables: IndexedTable[], rest: Partial<TableGroup> = {}): TableGroup => ({
  sourceConnectionId: 'src_shop',
  sourceConnectionName: 'shop-db',
  connector: 'postgres',
  connectionDeleted: null,
  total: tables.length,
  schemas: [schemaOf(tables)],
  ...rest,
});

/** What is known about a column of 250 rows. */
export const facts = (rest: Partial<ColumnFacts> = {}): ColumnFacts => ({
  nulls: 0,
  unmeasured: 0,
  distinct: { count: 250, isExact: true },
  unique: null,
  least: '1',
  greatest: '250',
  mean: 125.5,
  quartiles: null,
  lengths: null,
  top: null,
  histogram: null,
  ...rest,
});

/** A column in a list, with a part of its facts. None if it hasn't been profiled. */
export function profiled(one: Column, known: Partial<ListedFacts> | null): ProfiledColumn {
  const { unmeasured: _unmeasured, quartiles: _quartiles, histogram: _histogram, ...listed } = facts();
  const shape = { of: 'values' as const, rows: [3, 9, 1] };
  return { ...one, facts: known && { ...listed, top: null, shape, ...known }, fault: null };
}

export const profile = (rest: Partial<TableProfileAttributes> = {}): TableProfileAttributes => ({
  version: 3,
  isCurrent: true,
  state: 'complete',
  rows: 250,
  sampledRows: null,
  fault: null,
  profiledAt: '2026-11-20T12:00:05Z',
  columns: [
    profiled(column('id', 'number', false), { unique: true }),
    profiled(column('note', 'text'), {
      nulls: 5,
      top: { value: 'paid', rows: 125 },
      distinct: { count: 3, isExact: true },
    }),
  ],
  ...rest,
});
