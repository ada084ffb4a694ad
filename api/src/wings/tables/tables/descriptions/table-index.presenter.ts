import type { IndexedSchema, IndexedTable, Role, TableGroup, TableMatch } from '@headwater/shared/contract';
import { encodeCursor } from '../../../../http/paging.ts';
import { tableRights } from '../table.presenter.ts';
import type { IndexRow } from './table-index.repository.ts';

/** The most tables on a page of a schema's tables. */
export const PAGE_OF_SCHEMA = 100;

interface Listing {
  words: readonly string[];
  /** How many tables of a schema are shown. One more was read. */
  limit: number;
  /** How many schemas have their tables shown. */
  schemas: number;
  role: Role;
}

export function presentGroups(rows: readonly IndexRow[], listing: Listing): TableGroup[] {
  const groups = Map.groupBy(rows, ({ sourceConnectionId }) => sourceConnectionId);
  return [...groups.values()].map((all) => {
    const first = all[0]!;
    return {
      sourceConnectionId: first.sourceConnectionId,
      sourceConnectionName: first.sourceConnectionName,
      connector: first.connector,
      connectionDeleted:
        first.connectionDeletedAt === null
          ? null
          : { at: first.connectionDeletedAt.toISOString(), by: first.connectionDeletedBy },
      total: first.total,
      schemas: [...Map.groupBy(all, ({ schema }) => schema).values()].map((tables) =>
        presentSchema(tables, listing),
      ),
    };
  });
}

function presentSchema(rows: readonly IndexRow[], { words, limit, schemas, role }: Listing): IndexedSchema {
  const { schema, schemaTotal, schemaPlace } = rows[0]!;
  const shown = schemaPlace > schemas ? [] : rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    name: schema,
    total: schemaTotal,
    tables: shown.map((row) => presentIndexed(row, words, role)),
    next: last && rows.length > shown.length ? encodeCursor([last.tableName, last.tableId]) : null,
  };
}

const presentIndexed = (row: IndexRow, words: readonly string[], role: Role): IndexedTable => ({
  tableName: row.tableName,
  description: row.description || (row.comment ?? ''),
  describedBy: !row.description && row.comment ? 'source' : 'people',
  owner: row.owner,
  tags: row.tags ?? [],
  columns: row.columnCount,
  version: row.version,
  rows: row.rows,
  bytes: row.bytes,
  freshAsOf: row.freshAsOf?.toISOString() ?? null,
  lateAt: row.lateAt?.toISOString() ?? null,
  stale: row.stale,
  selection: row.selection,
  can: tableRights(row, role),
  reports: row.reports,
  matches: matchesIn(row, words),
});

/** Returns where the words of a search were found, apart from the names of table and connection. */
function matchesIn(row: IndexRow, words: readonly string[]): TableMatch[] {
  if (words.length === 0) return [];
  const wanted = words.map((word) => word.toLowerCase());
  const found = (text: string) => wanted.some((word) => text.toLowerCase().includes(word));
  const { description, comment, tags, columnsFound, columnDescriptions, columnComments } = row;
  return [
    ...(description && found(description)
      ? [{ in: 'description' as const, column: null, text: partAround(description, wanted) }]
      : []),
    ...(!description && comment && found(comment)
      ? [{ in: 'comment' as const, column: null, text: partAround(comment, wanted) }]
      : []),
    ...(tags ?? []).filter(found).map((tag) => ({ in: 'tag' as const, column: null, text: tag })),
    ...(columnsFound ?? []).map((column) => ({ in: 'column' as const, column, text: column })),
    ...Object.entries(columnDescriptions ?? {})
      .filter(([, text]) => found(text))
      .slice(0, COLUMNS_FOUND)
      .map(([column, text]) => ({
        ...{ in: 'column_description' as const, column },
        text: partAround(text, wanted),
      })),
    ...Object.entries(columnComments ?? {}).map(([column, text]) => ({
      ...{ in: 'column_comment' as const, column },
      text: partAround(text, wanted),
    })),
  ];
}

const COLUMNS_FOUND = 4;
const LETTERS_BEFORE = 30;
const LETTERS = 120;

/** Returns a text, or the part of it around the first of the words. */
function partAround(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= LETTERS) return line;
  const places = words.map((word) => line.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, line.length) - LETTERS_BEFORE);
  const end = start + LETTERS;
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
}
