import type { Column, RowPageAttributes, TableAttributes, TableDescription } from '../contract/index.ts';
import type { FakeResponse } from './responses.ts';

// The tables of a workspace as the API has them. Each function takes the attributes that a test is about.

export const MOUNT = '/w/:organizationId';
export const SOURCE = 'GET organizations/:organizationId/source-connections/:sourceConnectionId';
export const TABLE = `${SOURCE}/tables/:tableName`;
export const ROWS = `${TABLE}/rows`;

export const column = (name: string, kind: Column['kind'], nullable = true): Column => ({
  name,
  kind,
  type: kind === 'number' ? 'BIGINT' : 'VARCHAR',
  sourceType: kind === 'number' ? 'bigint' : 'text',
  nullable,
});
const columns = [column('id', 'number', false), column('note', 'text')];

export const NOT_DESCRIBED: TableDescription = {
  description: '',
  owner: null,
  tags: [],
  columns: [],
  source: { description: '', columns: [] },
  version: 0,
};

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
  about: NOT_DESCRIBED,
  can: { delete: (rest.selection ?? 'selected') !== 'selected', restore: true, describe: true },
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
