import type { RowPageDocument } from '@headwater/shared/contract';
import { decodeCursor, encodeCursor } from '../http/paging.ts';
import { HttpError } from '../http/http-error.ts';
import type { Services } from '../services.ts';
import { presentColumn } from '../source-connections/catalog.presenter.ts';
import { QueryTimeout } from '../warehouse/index.ts';
import type { TableVersionRow } from './tables.repository.ts';

/** A place in a table: pinned to one version, so that paging on never mixes two. */
export interface Position {
  version: number;
  offset: number;
}

export const encodePosition = ({ version, offset }: Position) => encodeCursor([version, offset]);

export function decodePosition(cursor: string): Position {
  const [version, offset] = decodeCursor(cursor, ['int4', 'int8']);
  return { version, offset };
}

/** Reads a page of a version's rows in a query process. `offset` beyond the end answers an empty page. */
export async function readRowPage(
  services: Services,
  sourceConnectionId: string,
  version: TableVersionRow,
  offset: number,
  size: number,
): Promise<RowPageDocument> {
  const columns = version.columns.map(presentColumn);
  const key = {
    workspaceId: version.workspace_id,
    connectionId: sourceConnectionId,
    tableId: version.table_id,
    token: version.token,
  };
  const path = await services.versions.localPath(key);
  const answer = await services.queries
    .rows({ kind: 'rows', path, columns, offset, limit: size })
    .catch((error) => {
      throw error instanceof QueryTimeout ? new HttpError('query_timed_out', { cause: error }) : error;
    });
  const rows = JSON.parse(answer.rows) as (string | null)[][];
  return {
    data: {
      type: 'row_pages',
      id: `${version.table_id}:${version.version}:${offset}`,
      attributes: {
        version: version.version,
        totalRows: version.rows,
        offset,
        columns,
        rows,
        cut: answer.cut,
      },
    },
    links: linksOf(version, offset, size),
  };
}

function linksOf({ version, rows }: TableVersionRow, offset: number, size: number): RowPageDocument['links'] {
  const at = (position: number) => encodePosition({ version, offset: position });
  const last = Math.max(0, Math.floor((rows - 1) / size) * size);
  return {
    next: offset + size < rows ? at(offset + size) : null,
    prev: offset > 0 ? at(Math.max(0, offset - size)) : null,
    last: offset < last ? at(last) : null,
  };
}
