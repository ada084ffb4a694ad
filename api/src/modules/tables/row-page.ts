import type { RowPageDocument } from '@headwater/shared/contract';
import { decodeCursor, encodeCursor } from '../../http/paging.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { JsonText } from '../../http/json-text.ts';
import type { Asker } from '../../platform/queue/fair-queue.ts';
import type { Services } from '../../http/services.ts';
import { presentColumn } from '../source-connections/index.ts';
import { rowsOfPage, type Place, type RowsResult } from '../../engine/warehouse/index.ts';
import { readVersions } from './damage.ts';
import type { ReadableVersion } from './versions.repository.ts';

/**
 * A position in a table, pinned to one version, so that paging never mixes two versions. `rowsBefore` counts the rows
 * before a page that begins after a row, or up to the end of one that ends before a row.
 */
export interface Position {
  version: number;
  place: Place;
  rowsBefore: number;
}

const START: Place = { after: null };

/** Directions of a position, as they are encoded. */
const [AFTER, BEFORE, LAST] = [0, 1, 2] as const;

function encodePosition({ version, place, rowsBefore }: Position): string {
  if ('after' in place) return encodeCursor([version, AFTER, place.after ?? 0, rowsBefore]);
  return encodeCursor([version, place.before === null ? LAST : BEFORE, place.before ?? 0, rowsBefore]);
}

export function decodePosition(cursor: string): Position {
  const [version, direction, id, rowsBefore] = decodeCursor(cursor, ['int4', 'int4', 'int8', 'int8']);
  if (direction > LAST) throw new Refusal('cursor_invalid', { parameter: 'page[after]' });
  const place = direction === AFTER ? { after: id } : { before: direction === LAST ? null : id };
  return { version, place: rowsBefore === 0 ? START : place, rowsBefore };
}

/** The reader, with a signal that is aborted when they leave. */
interface Reader {
  readonly asker: Asker;
  readonly signal: AbortSignal;
}

/**
 * Reads a page of a version's rows in a query process, which creates their JSON. It is sent unchanged. A position
 * beyond the end returns an empty page; null is the start.
 */
export async function readRowPage(
  services: Services,
  { asker, signal }: Reader,
  version: ReadableVersion,
  position: Position | null,
  size: number,
): Promise<JsonText<RowPageDocument>> {
  const columns = version.columns.map(presentColumn);
  const pageSize = rowsOfPage(columns.length, size);
  const { place, offset, limit } = pageAt(position, pageSize, version.rows);
  const { json, rows, ends } = await readVersions(services, asker.workspaceId, [version], ([file]) =>
    services.queries.run({ kind: 'rows', file: file!, columns, place, limit }, asker, signal),
  );
  const facts = { version: version.version, totalRows: version.rows, offset, columns };
  const id = `${version.tableId}:${version.version}:${offset}`;
  // Concatenated rather than parsed, because the rows may take 8 MB.
  return new JsonText([
    `{"data":{"type":"row_pages","id":${JSON.stringify(id)},"attributes":{${JSON.stringify(facts).slice(1, -1)},`,
    json,
    `}},"links":${JSON.stringify(linksOf(version, { offset, rows, ends }, pageSize))}}`,
  ]);
}

/** Returns what to read for a page. One that ends before a row has fewer rows if it's the first or the last. */
function pageAt(position: Position | null, size: number, total: number) {
  const { place, rowsBefore } = position ?? { place: START, rowsBefore: 0 };
  if ('after' in place) return { place, offset: rowsBefore, limit: size };
  if (place.before === null) {
    const offset = lastOffset(total, size);
    return { place, offset, limit: Math.max(1, total - offset) };
  }
  if (rowsBefore <= size) return { place: START, offset: 0, limit: size };
  return { place, offset: rowsBefore - size, limit: size };
}

const lastOffset = (total: number, size: number) => Math.max(0, Math.floor((total - 1) / size) * size);

function linksOf(
  { version, rows: total }: ReadableVersion,
  { offset, rows, ends }: { offset: number } & Pick<RowsResult, 'rows' | 'ends'>,
  size: number,
): RowPageDocument['links'] {
  const at = (place: Place, rowsBefore: number) => encodePosition({ version, place, rowsBefore });
  const end = offset + rows;
  return {
    next: ends && end < total ? at({ after: ends.last }, end) : null,
    prev: ends && offset > 0 ? at({ before: ends.first }, offset) : null,
    last: offset < lastOffset(total, size) ? at({ before: null }, total) : null,
  };
}
