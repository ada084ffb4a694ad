import type { RowPageDocument } from '@headwater/shared/contract';
import { decodeCursor, encodeCursor } from '../../http/paging.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { JsonText } from '../../http/json-text.ts';
import type { Asker } from '../../platform/queue/fair-queue.ts';
import type { Services } from '../../http/services.ts';
import { presentColumn } from '../source-connections/index.ts';
import { QueryProcessLost, QueryTimeout, rowsOfPage, VersionGone } from '../../engine/warehouse/index.ts';
import type { ReadableVersion } from './tables.repository.ts';

/** Query processes start within this time. */
const RETRY_SECONDS = 2;

/** A position in a table, pinned to one version, so that paging never mixes two versions. */
export interface Position {
  version: number;
  offset: number;
}

export const encodePosition = ({ version, offset }: Position) => encodeCursor([version, offset]);

export function decodePosition(cursor: string): Position {
  const [version, offset] = decodeCursor(cursor, ['int4', 'int8']);
  return { version, offset };
}

/** The reader, with a signal that is aborted when they leave. */
interface Reader {
  readonly asker: Asker;
  readonly signal: AbortSignal;
}

/**
 * Reads a page of a version's rows in a query process, which creates their JSON. It is sent unchanged. An
 * `offset` beyond the end returns an empty page.
 */
export async function readRowPage(
  { versions, queries }: Services,
  { asker, signal }: Reader,
  version: ReadableVersion,
  offset: number,
  size: number,
): Promise<JsonText<RowPageDocument>> {
  const columns = version.columns.map(presentColumn);
  const limit = rowsOfPage(columns.length, size);
  const path = await versions.localPath({
    workspaceId: asker.workspaceId,
    connectionId: version.sourceConnectionId,
    tableId: version.tableId,
    token: version.token,
  });
  const request = { kind: 'rows' as const, path, columns, offset, limit };
  const { json } = await queries.rows(request, asker, signal).catch((error) => {
    throw asRefusal(error);
  });
  const facts = { version: version.version, totalRows: version.rows, offset, columns };
  const id = `${version.tableId}:${version.version}:${offset}`;
  // Concatenated rather than parsed, because the rows may take 8 MB.
  return new JsonText([
    `{"data":{"type":"row_pages","id":${JSON.stringify(id)},"attributes":{${JSON.stringify(facts).slice(1, -1)},`,
    json,
    `}},"links":${JSON.stringify(linksOf(version, offset, limit))}}`,
  ]);
}

function asRefusal(error: unknown): unknown {
  if (error instanceof QueryTimeout) return new Refusal('query_timed_out', { cause: error });
  if (error instanceof VersionGone) return new Refusal('version_gone', { cause: error });
  if (error instanceof QueryProcessLost) {
    const seconds = RETRY_SECONDS;
    return new Refusal('installation_busy', { cause: error, retryAfter: seconds, values: { seconds } });
  }
  return error;
}

function linksOf({ version, rows }: ReadableVersion, offset: number, size: number): RowPageDocument['links'] {
  const at = (position: number) => encodePosition({ version, offset: position });
  const last = Math.max(0, Math.floor((rows - 1) / size) * size);
  return {
    next: offset + size < rows ? at(offset + size) : null,
    prev: offset > 0 ? at(Math.max(0, offset - size)) : null,
    last: offset < last ? at(last) : null,
  };
}
