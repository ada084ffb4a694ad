import type { DuckDBConnection } from '@duckdb/node-api';
import type { FlattenResult, JoinMatch } from '@headwater/shared/contract';
import { partsOf } from '@headwater/base/parts';
import {
  isAmong,
  isList,
  isText,
  isWithin,
  longestListStatement,
  rowsStatement,
  statisticsStatement,
} from '../../sql/rows-statement.ts';
import type { PageColumn } from '../../sql/page-column.ts';
import type { ColumnExtent } from '../../query/column-extent.ts';
import { diffVersions } from './diff.ts';
import { findDuplicates } from './duplicate-finder/duplicates.ts';
import { resultOf } from './result-of.ts';
import { openLockedConnection } from './locked-connection.ts';
import { joinMatches } from './join-builder/join-matches.ts';
import { flattenCounts } from './json-flattener/flatten-counts.ts';
import { jsonStructure } from './json-flattener/json-structure.ts';
import { keyOverlaps } from './join-builder/key-overlaps.ts';
import { MatchingRows } from './matching-rows.ts';
import type {
  Computed,
  CountRequest,
  DiffRequest,
  DiffResult,
  DuplicatesRequest,
  DuplicatesResult,
  FlattenCountsRequest,
  JoinMatchesRequest,
  JsonStructureRequest,
  JsonStructureResult,
  KeyOverlap,
  KeyOverlapsRequest,
  PersonalRequest,
  ProfileRequest,
  ProfileResult,
  QueryEngineOptions,
  QueryFile,
  ResultRequest,
  RowsRequest,
  RowsResult,
  ValuesRequest,
  ValuesResult,
} from './messages.ts';
import { scanColumn, type ScannedColumn } from './pii-scanner/scan-column.ts';
import { profileColumn } from './profile/column-profile.ts';
import { RowIds } from './row-ids.ts';
import { attachRows, attachVersion, visibleRows } from './version-file.ts';
import { beside, readPage, type ColumnsRead, type ReadRow } from './page-of-rows.ts';

/** The most version files that are open at a time. */
const HELD = 64;

/** The most parts of a file that are open at a time. */
const PARTS_HELD = 64;

/** The engine reads this many values of a column at once, unless their row group has fewer. */
const VECTOR = 2_048;

/** Columns per statement, and the bytes of their vectors. A statement holds several vectors of each column. */
const COLUMNS_AT_ONCE = { items: 200, weight: 64 * 1024 ** 2 };

/** Columns per statement that reads statistics, because the statement also reads their values. */
const STATISTICS_AT_ONCE = { items: 16 };

/** Longer texts are in separate blocks, which are read whole. Shorter ones share a block with their neighbors. */
const LONGEST_INLINE = 4_096;

/** No connector reads a larger record. */
const LONGEST_VALUE = 20 * 1024 ** 2;

interface Attached {
  /** The schema's name in the engine. */
  readonly schema: string;
  /** What pages need, once one is read. */
  pages?: PageFacts;
  /** What is known of columns that were grouped by, by name. */
  extents?: Map<string, ColumnExtent>;
  /** Schemas with some of the rows, by the condition for them. */
  readonly parts: Map<string, Attached>;
}

interface PageFacts {
  /** Length in bytes of the longest value of each text column. */
  readonly longest: Lengths;
  readonly ids: RowIds;
}

/** Lengths by column name. */
type Lengths = ReadonlyMap<string, number>;

/** The engine in a query process. It reaches only version files, attached read-only. One call at a time. */
export class QueryEngine {
  readonly #connection: DuckDBConnection;
  /**
   * By path, least recently used first. Each file is attached only once, because DuckDB confuses files opened twice.
   */
  readonly #attached = new Map<string, Attached>();
  #names = 0;

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  static async open(options: QueryEngineOptions): Promise<QueryEngine> {
    return new QueryEngine(await openLockedConnection(options));
  }

  async rows({
    file,
    columns,
    shown,
    query,
    isAlphabetical,
    place,
    limit,
  }: RowsRequest): Promise<RowsResult> {
    const attached = await this.#attach(file);
    const { schema } = attached;
    const { longest, ids: rowIds } = (attached.pages ??= {
      longest: await this.#longest(schema, columns),
      ids: await RowIds.open(this.#connection, schema, columns),
    });
    const matching = query && new MatchingRows(this.#connection, schema, columns, query, isAlphabetical);
    // One more than the page has, to know whether there are more.
    const found = await (matching ?? rowIds).of(place, limit + 1);
    const ids = 'after' in place ? found.slice(0, limit) : found.slice(-limit);
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last === undefined)
      return { json: Buffer.from('"rows":[],"cut":[]'), rows: 0, ends: null, hasMore: false };
    // The rows of a page in the table's own order are a range.
    const where = (some: readonly number[]) =>
      matching ? isAmong(some) : isWithin(rowIds.skipping({ from: some[0]!, to: some.at(-1)! + 1 }));
    const longestLists = await this.#longestLists(schema, shown, where(ids));
    const lengthOf = ({ name }: PageColumn) => longest.get(name) ?? longestLists.get(name) ?? 0;
    const bytesPerRow = (cellLimit: number) =>
      shown.reduce((sum, column) => sum + bytesRead(column, lengthOf(column), cellLimit), 0);
    const { json, rows } = await readPage(ids, bytesPerRow, async (some, cellLimit) => {
      // Hex and JSON can be several times as long as the value.
      const isLong = (column: PageColumn) => lengthOf(column) * 4 > cellLimit;
      const parts: ColumnsRead[] = [];
      for (const group of partsOf(shown, COLUMNS_AT_ONCE, (column) => VECTOR * lengthOf(column))) {
        const reader = await this.#connection.runAndReadAll(
          rowsStatement(schema, group, where(some), isLong, cellLimit),
        );
        parts.push({ rows: reader.getRowsJson() as unknown as ReadRow[], width: group.length });
      }
      return beside(parts);
    });
    return { json: Buffer.from(json), rows, ends: { first, last }, hasMore: found.length > limit };
  }

  async count({ file, columns, filter, sample }: CountRequest): Promise<number> {
    const { schema } = await this.#attach(file);
    return new MatchingRows(this.#connection, schema, columns, { filter, sort: [] }).count(sample);
  }

  async values({ file, columns, column, filter, ...listed }: ValuesRequest): Promise<ValuesResult> {
    const { schema } = await this.#attach(file);
    const matching = new MatchingRows(this.#connection, schema, columns, { filter, sort: [] });
    return matching.valuesOf(
      columns.find(({ name }) => name === column)!,
      listed,
    );
  }

  async result({ file, ...asked }: ResultRequest): Promise<Computed> {
    const attached = await this.#attach(file);
    attached.extents ??= new Map();
    return resultOf(this.#connection, {
      schema: attached.schema,
      extents: attached.extents,
      ...asked,
    });
  }

  async diff(request: DiffRequest): Promise<DiffResult> {
    const { schema: before } = await this.#attach(request.before);
    const { schema: after } = await this.#attach(request.after);
    return diffVersions(this.#connection, { before, after }, request);
  }

  async duplicates(request: DuplicatesRequest): Promise<DuplicatesResult> {
    const { schema } = await this.#attach(request.file);
    return findDuplicates(this.#connection, schema, request);
  }

  async jsonStructure(request: JsonStructureRequest): Promise<JsonStructureResult> {
    const { schema } = await this.#attach(request.file);
    return jsonStructure(this.#connection, schema, request);
  }

  async flattenCounts(request: FlattenCountsRequest): Promise<FlattenResult> {
    const { schema } = await this.#attach(request.file);
    return flattenCounts(this.#connection, schema, request);
  }

  async joinMatches(request: JoinMatchesRequest): Promise<JoinMatch[]> {
    const schemas: string[] = [];
    for (const file of [request.file, ...request.joins.map((join) => join.file)])
      schemas.push((await this.#attach(file)).schema);
    return joinMatches(this.#connection, schemas, request);
  }

  async keyOverlaps(request: KeyOverlapsRequest): Promise<KeyOverlap[]> {
    const { schema: left } = await this.#attach(request.file);
    const { schema: right } = await this.#attach(request.other);
    return keyOverlaps(this.#connection, { left, right }, request);
  }

  async profile({ file, column, sample }: ProfileRequest): Promise<ProfileResult> {
    const { schema } = await this.#attach(file);
    return profileColumn(this.#connection, schema, column, sample);
  }

  async personal({ file, column, rows }: PersonalRequest): Promise<ScannedColumn> {
    const { schema } = await this.#attach(file);
    return scanColumn(this.#connection, schema, column, rows);
  }

  interrupt(): void {
    this.#connection.interrupt();
  }

  /** Releases a file, or all files in a folder. */
  async release(path: string): Promise<void> {
    for (const held of [...this.#attached.keys()])
      if (held === path || held.startsWith(`${path}/`)) await this.#detach(held);
  }

  async #attach(file: QueryFile): Promise<Attached> {
    const { path } = file;
    const attached = this.#attached.get(path) ?? (await this.#open(file));
    this.#attached.delete(path);
    this.#attached.set(path, attached);
    const where = visibleRows(file);
    return where === null ? attached : this.#part(attached, where);
  }

  async #part({ schema: from, parts }: Attached, where: string): Promise<Attached> {
    const known = parts.get(where);
    if (known) return known;
    if (parts.size >= PARTS_HELD) await this.#detachParts(parts);
    const schema = `v${(this.#names += 1)}`;
    await attachRows(this.#connection, { from, where, schema });
    const part = { schema, parts: new Map() };
    parts.set(where, part);
    return part;
  }

  async #open(file: QueryFile): Promise<Attached> {
    while (this.#attached.size >= HELD) await this.#detach(this.#attached.keys().next().value!);
    const schema = `v${(this.#names += 1)}`;
    await attachVersion(this.#connection, file, schema);
    const attached = { schema, parts: new Map() };
    this.#attached.set(file.path, attached);
    return attached;
  }

  async #longest(schema: string, columns: readonly PageColumn[]): Promise<Lengths> {
    const lengths = new Map<string, number>();
    for (const some of partsOf(columns.filter(isText), STATISTICS_AT_ONCE)) {
      const reader = await this.#connection.runAndReadAll(statisticsStatement(schema, some));
      const [statistics = []] = reader.getRowsJson() as string[][];
      for (const [index, { name }] of some.entries()) {
        const [, length] = /Max String Length: (\d+)/.exec(statistics[index] ?? '') ?? [];
        lengths.set(name, Number(length ?? LONGEST_VALUE));
      }
    }
    return lengths;
  }

  async #longestLists(schema: string, columns: readonly PageColumn[], where: string): Promise<Lengths> {
    const lengths = new Map<string, number>();
    for (const list of columns.filter(isList)) {
      const reader = await this.#connection.runAndReadAll(longestListStatement(schema, list, where));
      lengths.set(list.name, Number(reader.getRowsJson()[0]![0]));
    }
    return lengths;
  }

  async #detach(path: string): Promise<void> {
    const { schema, parts } = this.#attached.get(path)!;
    this.#attached.delete(path);
    await this.#detachParts(parts);
    await this.#connection.run(`detach ${schema}`);
  }

  async #detachParts(parts: Map<string, Attached>): Promise<void> {
    for (const [where, { schema }] of [...parts]) {
      parts.delete(where);
      await this.#connection.run(`detach ${schema}`);
    }
  }
}

/** Returns how many bytes a cell takes in the engine while a page is read. */
const bytesRead = (column: PageColumn, length: number, cellLimit: number) =>
  isList(column) || length > LONGEST_INLINE ? length : Math.min(length, cellLimit);
