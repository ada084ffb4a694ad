import { createHash } from 'node:crypto';
import type { RowPageDocument, TableQuery } from '@headwater/shared/contract';
import { decodeCursor, encodeCursor } from '../../../../http/paging.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { JsonText } from '../../../../http/json-text.ts';
import type { Requester } from '@headwater/base/queue/fair-queue';
import type { StreamColumn } from '@headwater/protocol/protocol';
import type { Services } from '../../../../http/services.ts';
import { presentColumn } from '../../../connections/source-connections/index.ts';
import { rowsOfPage, type Place } from '@headwater/warehouse';
import { readVersions } from '../versions/read-versions.ts';
import type { RowCursors } from './row-cursors.ts';
import { textOf } from '../queries/table-query.ts';
import type { ReadableVersion } from '../versions/versions.repository.ts';

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

/** Positions of a query can't be used with another one: the rows before them would be others. */
function encodePosition({ version, place, rowsBefore }: Position, query: TableQuery | null): string {
  const [direction, id] =
    'after' in place ? [AFTER, place.after] : [place.before === null ? LAST : BEFORE, place.before];
  return encodeCursor([version, direction, id ?? 0, rowsBefore, ...(query ? [hashOf(query)] : [])]);
}

export function decodePosition(cursor: string, query: TableQuery | null): Position {
  const [version, direction, id, rowsBefore, hash] = query
    ? decodeCursor(cursor, ['int4', 'int4', 'int8', 'int8', 'text'])
    : decodeCursor(cursor, ['int4', 'int4', 'int8', 'int8']);
  if (direction > LAST || (query && hash !== hashOf(query)))
    throw new Refusal('cursor_invalid', { parameter: 'page[after]' });
  const place = direction === AFTER ? { after: id } : { before: direction === LAST ? null : id };
  return { version, place: rowsBefore === 0 ? START : place, rowsBefore };
}

const hashOf = (query: TableQuery) =>
  createHash('sha256').update(textOf(query)).digest('base64url').slice(0, 8);

/** The reader, with a signal that is aborted when they leave. */
interface Reader {
  readonly requester: Requester;
  readonly signal: AbortSignal;
}

/** Which rows of a version make a page. */
interface RequestedPage {
  /** Null for all rows in the table's own order. */
  query: TableQuery | null;
  /** The same as it was asked for: with ranges that move with the clock. */
  asked: TableQuery | null;
  /** Whether texts are sorted alphabetically, instead of by code points. */
  isAlphabetical: boolean;
  /** The columns to read, in their order. */
  shown: readonly StreamColumn[];
  /** Null for the start. */
  position: Position | null;
  size: number;
  cursors: RowCursors;
}

/**
 * Reads a page of a version's rows in a query process, which creates their JSON. It is sent unchanged. A position
 * beyond the end returns an empty page. The query has to fit the version's columns.
 */
export async function readRowPage(
  services: Services,
  { requester, signal }: Reader,
  version: ReadableVersion,
  { query, asked, isAlphabetical, shown, position, size, cursors }: RequestedPage,
): Promise<JsonText<RowPageDocument>> {
  const columns = shown.map(presentColumn);
  const pageSize = rowsOfPage(columns.length, size);
  const isLast = position !== null && 'before' in position.place && position.place.before === null;
  const filter = query?.filter ?? [];
  // Counting takes longer than reading a page, so it's only done where the page depends on it.
  const counted =
    filter.length === 0 || isLast
      ? await services.rowCounts.of(services, requester, version, filter, signal)
      : null;
  const { place, offset, limit } = pageAt(position, pageSize, counted ?? 0);
  const { json, rows, ends, hasMore } = await readVersions(
    services,
    requester.workspaceId,
    [version],
    ([file]) =>
      services.queries.run(
        {
          kind: 'rows',
          file: file!,
          columns: version.columns.map(presentColumn),
          shown: columns,
          query,
          isAlphabetical,
          place,
          limit,
        },
        requester,
        signal,
      ),
  );
  const end = offset + rows;
  const isEnd = 'after' in place ? !hasMore : place.before === null;
  const totalRows = counted ?? (isEnd ? end : null);
  const facts = { version: version.version, totalRows, offset, columns };
  const at = (to: Place, rowsBefore: number) =>
    cursors.conceal(encodePosition({ version: version.version, place: to, rowsBefore }, asked));
  const isOnLast = isEnd || (totalRows !== null && offset >= lastOffset(totalRows, pageSize));
  const links: RowPageDocument['links'] = {
    next: ends && !isEnd ? at({ after: ends.last }, end) : null,
    prev: ends && offset > 0 ? at({ before: ends.first }, offset) : null,
    last: isOnLast ? null : at({ before: null }, version.only ? (counted ?? end) : version.rows),
  };
  const id = `${version.tableId}:${version.version}:${offset}`;
  // Concatenated rather than parsed, because the rows may take 8 MB.
  return new JsonText([
    `{"data":{"type":"row_pages","id":${JSON.stringify(id)},"attributes":{${JSON.stringify(facts).slice(1, -1)},`,
    json,
    `}},"links":${JSON.stringify(links)}}`,
  ]);
}

/**
 * Returns what to read for a page. One that ends before a row has fewer rows if it's the first or the last. `total` is
 * only used for the last.
 */
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
