import type { Column, RowPageAttributes, TableAttributes } from '@headwater/shared/contract';
import type { FakeResponse } from '@headwater/shared/testing';

// Responses of the API for tests. Each function takes the attributes that a test is about.

export const MOUNT = '/w/:organizationId/data';
export const LIST_PATH = '/w/org_finch/data';
export const TABLE_PATH = `${LIST_PATH}/src_shop/orders`;
export const TABLES = 'GET organizations/:organizationId/tables';
export const SOURCE = 'GET organizations/:organizationId/source-connections/:sourceConnectionId';
export const TABLE = `${SOURCE}/tables/:tableName`;
export const ROWS = `${TABLE}/rows`;

const column = (name: string, kind: Column['kind'], nullable = true): Column => ({
  name,
  kind,
  type: kind === 'number' ? 'BIGINT' : 'VARCHAR',
  sourceType: kind === 'number' ? 'bigint' : 'text',
  nullable,
});
const columns = [column('id', 'number', false), column('note', 'text')];

export const table = (rest: Partial<TableAttributes> = {}): TableAttributes => ({
  tableName: 'orders',
  sourceConnectionId: 'src_shop',
  sourceConnectionName: 'shop-db',
  connector: 'postgres',
  version: 3,
  rows: 250,
  bytes: 4_300_000,
  freshAsOf: '2026-11-20T12:00:00Z',
  lateAt: null,
  stale: false,
  damagedAt: null,
  columns,
  primaryKey: ['id'],
  held: null,
  selection: 'selected',
  connectionDeleted: null,
  can: { delete: (rest.selection ?? 'selected') !== 'selected', restore: true },
  ...rest,
});

interface Links {
  next?: string | null;
  prev?: string | null;
  last?: string | null;
}

/** A page of rows with its links. */
export function rowPage(
  rest: Partial<RowPageAttributes>,
  { next = null, prev = null, last = null }: Links = {},
): FakeResponse {
  const attributes = {
    version: 3,
    totalRows: 250,
    offset: 0,
    columns,
    rows: [['1', 'first']],
    cut: [],
    ...rest,
  };
  return {
    status: 200,
    body: { data: { type: 'row_pages', id: 'p', attributes }, links: { next, prev, last } },
  };
}
