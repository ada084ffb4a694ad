import { ownValue } from '@headwater/shared/contract/plain';
import { isDeepStrictEqual } from 'node:util';
import {
  DuckDBInstance,
  DuckDBTypeId,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBType,
} from '@duckdb/node-api';
import { foreignText } from '@headwater/base/failures/foreign-text';
import type { QueryFile } from '../query/messages.ts';
import { attachVersion, visibleRows } from '../query/version-file.ts';
import { identifier, literal } from '../../sql/sql.ts';
import { checkTree, StatementRefused, takesSample } from './gate.ts';
import type {
  CheckedStatement,
  ReachableTable,
  ResultColumn,
  SandboxOptions,
  StatementPlan,
  StatementResult,
  StatementRun,
  StatementWrite,
  TablePath,
  WrittenFile,
  StatementToPlan,
} from './messages.ts';
import { ALL_BUT_UNUSED_COLUMNS, readPlan } from './plan.ts';
import { resultStatement, withoutSemicolons } from './result-statement.ts';
import { storedColumns, storedStatement } from './stored-statement.ts';
import { VersionWriter } from './version-writer.ts';
import { zonedStatement } from './zone-of-statement.ts';

/** The most columns of a result, and the most bytes of its rows as JSON. */
const COLUMNS_MAX = 1_000;
const RESULT_BYTES_MAX = 16 * 1024 ** 2;

/** The kinds of errors that are about what someone wrote, and say nothing about this machine. */
const ABOUT_STATEMENT = new Set([
  'Binder',
  'Catalog',
  'Conversion',
  'Decimal',
  'Divide by Zero',
  'Expression',
  'Invalid',
  'Invalid Input',
  'Invalid type',
  'Invalid Type',
  'Mismatch Type',
  'Not implemented',
  'Out of Range',
  'Parameter Not Allowed',
  'Parameter Not Resolved',
  'Parser',
  'Permission',
  'Sequence',
  'Syntax',
]);

/** The engine for one statement that a person wrote. Nothing is attached while the statement is checked. */
export class SandboxEngine {
  readonly #connection: DuckDBConnection;
  /** How its tables' files are called in the engine. */
  readonly #hidden = `h${crypto.randomUUID().replaceAll('-', '')}`;
  #sql = '';
  #takesSample = false;
  /** Where it begins in what runs, in bytes. */
  #start = 0;

  private constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  static async open({ memoryBytes, threads }: SandboxOptions): Promise<SandboxEngine> {
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: `${Math.floor(memoryBytes / 1024 ** 2)}MiB`,
      threads: String(threads),
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const connection = await instance.connect();
    for (const setting of [
      `set TimeZone = 'UTC'`,
      `set temp_directory = ''`,
      `set max_expression_depth = 250`,
      `set errors_as_json = true`,
      // What is counted is told by nothing but the log.
      `set enable_profiling = 'no_output'`,
      `set custom_profiling_settings = '{"CUMULATIVE_ROWS_SCANNED": "true"}'`,
      `call enable_logging('Metrics')`,
    ])
      await connection.run(setting);
    // Loads what a statement needs later, while nobody waits.
    await connection.run(`select json_serialize_sql('select 1'), json_array(1), now()`);
    return new SandboxEngine(connection);
  }

  /** Throws StatementRefused unless the text is one query that may run. */
  async check(text: string, zone: string): Promise<CheckedStatement> {
    const { sql, zone: own } = zonedStatement(text);
    this.#sql = withoutSemicolons(sql);
    const tree = await this.#treeOf(sql);
    this.#takesSample = takesSample(tree);
    const checked = checkTree(tree, sql);
    await this.#setZone(own?.name ?? zone, own?.position ?? null);
    return { ...checked, zone: own?.name ?? zone };
  }

  async #setZone(zone: string, position: number | null): Promise<void> {
    try {
      await this.#connection.run(`set TimeZone = ${literal(zone)}`);
    } catch (error) {
      const message = foreignText(factsOf((error as Error).message).exception_message);
      throw new StatementRefused({ kind: 'failed', message, position });
    }
  }

  /** Runs what was checked. Throws StatementRefused for errors that are the statement's own. */
  async run({ tables, limit, parameters }: StatementRun): Promise<StatementResult> {
    await this.#attach(tables);
    const start = performance.now();
    try {
      const { rowsRead, ...page } = await this.#read(limit, parameters);
      const milliseconds = performance.now() - start;
      // They count the hidden rows, too.
      return {
        ...page,
        milliseconds,
        rowsRead: tables.some(({ file }) => visibleRows(file) !== null) ? null : rowsRead,
      };
    } catch (error) {
      throw this.#asFault(error as Error);
    }
  }

  /** Returns the columns of what was checked. Throws StatementRefused for names and types that don't fit. */
  async prepare({ tables, parameters }: Omit<StatementRun, 'limit'>): Promise<ResultColumn[]> {
    await this.#attach(tables);
    try {
      return await this.#columns(parameters);
    } catch (error) {
      throw this.#asFault(error as Error);
    }
  }

  /** Writes all rows of what was checked into a version file. Throws StatementRefused like `run`. */
  async write({ tables, parameters, path, rowsMax, bytesMax }: StatementWrite): Promise<WrittenFile> {
    await this.#attach(tables);
    const files = new Map(tables.map(({ file }) => [file.path, file.bytes]));
    const expectedBytes = [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
    try {
      const found = await this.#columns(parameters);
      const columns = storedColumns(found);
      const { sql, start } = storedStatement(this.#sql, found);
      this.#start = start;
      await this.#requireSame(sql);
      const writer = await VersionWriter.open(path, columns, { rowsMax, bytesMax, expectedBytes });
      const statement = await this.#connection.prepare(sql);
      bindAll(statement, parameters);
      const result = await statement.stream();
      for (
        let chunk = await result.fetchChunk();
        chunk && chunk.rowCount > 0;
        chunk = await result.fetchChunk()
      )
        await writer.append(chunk);
      return await writer.finish();
    } catch (error) {
      throw this.#asFault(error as Error);
    }
  }

  /** Plans what was checked, without running it. Throws StatementRefused for errors that are the statement's own. */
  async plan({ tables, parameters, isForUses }: StatementToPlan): Promise<StatementPlan> {
    if (isForUses) {
      const reader = await this.#connection.runAndReadAll(ALL_BUT_UNUSED_COLUMNS);
      await this.#connection.run(`set disabled_optimizers = '${String(reader.getRows()[0]![0])}'`);
    }
    const names = await this.#attach(tables);
    try {
      const columns = await this.#columns(parameters);
      const typed = parametersOf(await this.#connection.prepare(this.#sql));
      const before = 'select * from (\n';
      const sql = `${before}${this.#sql}\n)`;
      await this.#requireSame(sql);
      this.#start = 'explain (format json) '.length + before.length;
      const statement = await this.#connection.prepare(`explain (format json) ${sql}`);
      bindAll(statement, parameters);
      const reader = await statement.runAndReadAll();
      const files = new Map([...names].map(([path, hidden]) => [hidden, path]));
      return { columns, parameters: typed, steps: readPlan(reader.getRows()[0]![1] as string, files) };
    } catch (error) {
      throw this.#asFault(error as Error);
    }
  }

  async #treeOf(sql: string): Promise<unknown> {
    const statement = await this.#connection.prepare(
      'select json_serialize_sql($1::varchar, skip_null := true, skip_empty := true)',
    );
    statement.bindVarchar(1, sql);
    const reader = await statement.runAndReadAll();
    return treeIn(reader.getRows()[0]![0] as string);
  }

  /** Returns the names of the files in the engine, by their paths. */
  async #attach(tables: readonly ReachableTable[]): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    const catalogs = new Set(tables.map(({ catalog }) => catalog.toLowerCase()).filter(Boolean));
    for (const catalog of catalogs) await this.#connection.run(`attach ':memory:' as ${identifier(catalog)}`);
    for (const { file, columns, ...path } of tables) {
      const hidden = names.get(file.path) ?? `${this.#hidden}_${names.size}`;
      if (!names.has(file.path)) await attachVersion(this.#connection, file, hidden);
      names.set(file.path, hidden);
      const { schema, view } = placeOf(path, catalogs);
      if (schema !== '') await this.#connection.run(`create schema if not exists ${schema}`);
      await this.#connection.run(`create view ${view} as ${this.#rowsOf(file, hidden, columns)}`);
    }
    // With several threads, how rows are dealt out to them depends on the hidden ones, too.
    if (this.#takesSample) await this.#connection.run(`set threads = 1`);
    for (const setting of [
      `set enable_external_access = false`,
      `set disabled_filesystems = 'LocalFileSystem'`,
      `set lock_configuration = true`,
    ])
      await this.#connection.run(setting);
    return names;
  }

  /**
   * Which rows are in a sample depends on their blocks and on how many come before them. Where some are hidden, they are
   * therefore put together first, so that a sample says nothing about the others.
   */
  #rowsOf(file: QueryFile, hidden: string, columns: readonly string[]): string {
    const rows = `select ${columns.map(identifier).join(', ')} from ${hidden}.main.data ${onlyVisible(file)}`;
    return this.#takesSample && file.only
      ? `with visible as materialized (${rows}) select * from visible`
      : rows;
  }

  async #read(
    limit: number,
    parameters: StatementRun['parameters'],
  ): Promise<Omit<StatementResult, 'milliseconds'>> {
    const columns = await this.#columns(parameters);
    const types = columns.map(({ type }) => type);
    const { sql, start } = resultStatement(this.#sql, types, limit + 1);
    this.#start = start;
    await this.#requireSame(sql);
    const before = (await this.#rowCounts()).length;
    const page = await this.#pageOf(sql, columns, limit, parameters);
    // Behind the statement that asked how many there are. There is none for a statement that was cut short.
    return { ...page, rowsRead: (await this.#rowCounts())[before + 1] ?? null };
  }

  /** Returns how many rows of tables each statement has read, in their order. */
  async #rowCounts(): Promise<number[]> {
    const reader = await this.#connection.runAndReadAll(
      `select message from duckdb_logs where type = 'Metrics' and message like '%CUMULATIVE_ROWS_SCANNED%'`,
    );
    return reader.getRows().map(([message]) => Number(/'value': (\d+)/.exec(String(message))?.[1]));
  }

  async #pageOf(
    sql: string,
    columns: ResultColumn[],
    limit: number,
    parameters: StatementRun['parameters'],
  ): Promise<Omit<StatementResult, 'milliseconds' | 'rowsRead'>> {
    const statement = await this.#connection.prepare(sql);
    bindAll(statement, parameters);
    const result = await statement.stream();
    const rows: string[] = [];
    const cut: string[] = [];
    let bytes = 0;
    for (
      let chunk = await result.fetchChunk();
      chunk && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    ) {
      const [lines, cuts] = [chunk.getColumnValues(0) as string[], chunk.getColumnValues(1)];
      for (const [at, line] of lines.entries()) {
        if (rows.length === limit) return pageOf(columns, rows, cut, 'limit');
        bytes += Buffer.byteLength(line) + 1;
        if (bytes > RESULT_BYTES_MAX) return pageOf(columns, rows, cut, 'size');
        const positions = cuts[at] as { items: readonly number[] } | null;
        for (const column of positions?.items ?? []) cut.push(`[${rows.length},${column}]`);
        rows.push(line);
      }
    }
    return pageOf(columns, rows, cut, null);
  }

  /** The engine looks at all names and types here, and says where in the text one is wrong. */
  async #columns(parameters: StatementRun['parameters']): Promise<ResultColumn[]> {
    const statement = await this.#connection.prepare(this.#sql);
    if (statement.parameterCount > 0) await this.#requireFit(parametersOf(statement), parameters);
    const columns =
      statement.parameterCount === 0 ? columnsOf(statement) : await this.#columnsWith(parameters);
    statement.destroySync();
    if (columns.length > COLUMNS_MAX)
      throw new StatementRefused({ kind: 'too_many_columns', most: COLUMNS_MAX, position: null });
    return columns;
  }

  /** Says in which parameter a value is wrong, which the engine doesn't when it converts it. */
  async #requireFit(types: readonly ResultColumn[], parameters: StatementRun['parameters']): Promise<void> {
    for (const { name, type } of types) {
      const value = ownValue(parameters, name) ?? null;
      if (value === null || type === '' || type === 'VARCHAR') continue;
      const statement = await this.#connection.prepare(`select try_cast($1::varchar as ${type}) is null`);
      statement.bindVarchar(1, value);
      const reader = await statement.runAndReadAll();
      if (reader.getRows()[0]![0] === true)
        throw new StatementRefused({ kind: 'parameter', name, message: type, position: null });
    }
  }

  /** What depends on a parameter may have no type before that has a value. */
  async #columnsWith(parameters: StatementRun['parameters']): Promise<ResultColumn[]> {
    const before = 'select * from (\n';
    this.#start = before.length;
    const statement = await this.#connection.prepare(`${before}${this.#sql}\n) limit 0`);
    bindAll(statement, parameters);
    const result = await statement.run();
    return result.columnNames().map((name, at) => ({ name, type: nameOf(result.columnType(at)) }));
  }

  /** Throws unless what runs contains exactly the query that was checked, and nothing else of what someone wrote. */
  async #requireSame(sql: string): Promise<void> {
    const [checked, run] = [await this.#treeOf(this.#sql), await this.#treeOf(sql)].map(withoutPositions);
    const { node } = (run as Tree).statements[0]!;
    const { from_table: inner } = node as { from_table?: { subquery?: { node: unknown } } };
    if (!isDeepStrictEqual(inner?.subquery?.node, (checked as Tree).statements[0]!.node))
      throw new Error('The statement that would run is not the one that was checked.');
  }

  /** Returns the error as the person's own, unless it is about this machine. */
  #asFault(error: Error): Error {
    if (error instanceof StatementRefused) return error;
    const { exception_type: type, exception_message: message, position } = factsOf(error.message);
    if (!ABOUT_STATEMENT.has(type)) return new Error(`${type} Error: ${foreignText(message)}`);
    const at = position === undefined ? -1 : Number(position) - this.#start;
    return new StatementRefused({
      kind: 'failed',
      // What is forbidden is for nobody to know in more detail.
      message: type === 'Permission' || message.includes(this.#hidden) ? '' : foreignText(message),
      position: at >= 0 && at <= Buffer.byteLength(this.#sql) ? at : null,
    });
  }
}

/** Returns where the engine finds what a statement names so, and the schema that this needs. */
function placeOf({ catalog, schema, name }: TablePath, catalogs: ReadonlySet<string>) {
  // Where the statement also names a catalog so, the engine doesn't look for a schema of that name.
  const isCatalog = catalog === '' && catalogs.has(schema.toLowerCase());
  const within = isCatalog ? [schema, 'main'] : [catalog, schema].filter((part) => part !== '');
  return {
    schema: within.map(identifier).join('.'),
    view: [...within, name].map(identifier).join('.'),
  };
}

/**
 * Returns what limits a view to the rows that may be read. Nothing that the statement asks is computed before: the engine
 * moves no condition past a limit, and a condition that fails for a hidden row would tell that there is one.
 */
function onlyVisible(file: QueryFile): string {
  const where = visibleRows(file);
  return where === null ? '' : `where ${where} limit ${Number.MAX_SAFE_INTEGER}`;
}

/**
 * A value that looks like a number is one, unless it is compared with texts. The engine converts both to the types that it
 * infers.
 */
function bindAll(statement: DuckDBPreparedStatement, parameters: StatementRun['parameters']): void {
  for (let at = 1; at <= statement.parameterCount; at += 1) {
    const value = ownValue(parameters, statement.parameterName(at)) ?? null;
    if (value === null) statement.bindNull(at);
    else if (statement.parameterTypeId(at) === DuckDBTypeId.VARCHAR) statement.bindVarchar(at, value);
    else if (/^-?\d{1,18}$/.test(value)) statement.bindBigInt(at, BigInt(value));
    else if (/^-?\d{0,15}\.\d{1,15}$/.test(value)) statement.bindDouble(at, Number(value));
    else statement.bindVarchar(at, value);
  }
}

/** Returns the types that the engine infers for parameters: none where anything fits. */
const parametersOf = (statement: DuckDBPreparedStatement): ResultColumn[] =>
  Array.from({ length: statement.parameterCount }, (_, at) => ({
    name: statement.parameterName(at + 1),
    type: typeOfParameter(statement, at + 1),
  }));

function typeOfParameter(statement: DuckDBPreparedStatement, at: number): string {
  const id = statement.parameterTypeId(at);
  const isKnown = id !== DuckDBTypeId.INVALID && id !== DuckDBTypeId.ANY && id !== DuckDBTypeId.SQLNULL;
  return isKnown ? nameOf(statement.parameterType(at)) : '';
}

const columnsOf = (statement: DuckDBPreparedStatement): ResultColumn[] =>
  Array.from({ length: statement.columnCount }, (_, at) => ({
    name: statement.columnName(at),
    type: nameOf(statement.columnType(at)),
  }));

/** JSON is a text with another name. */
const nameOf = (type: DuckDBType): string => type.alias ?? String(type);

const TEXTS_AND_NO_NUMBERS = /"(?:[^"\\]+|\\.)*"|-?Infinity|NaN/g;

/** Reads a syntax tree. In it, the engine writes numbers beyond all others as JSON doesn't know them. */
const treeIn = (text: string): unknown =>
  JSON.parse(
    text.replaceAll(TEXTS_AND_NO_NUMBERS, (part) => (part.startsWith('"') ? part : `{"number":"${part}"}`)),
  );

interface Tree {
  statements: readonly { node: unknown }[];
}

const withoutPositions = (tree: unknown): unknown =>
  JSON.parse(JSON.stringify(tree, (key, value: unknown) => (key === 'query_location' ? undefined : value)));

interface EngineError {
  exception_type: string;
  exception_message: string;
  position?: string;
}

/** Reads an error, which may have its kind in front. */
function factsOf(text: string): EngineError {
  const start = text.indexOf('{"exception_type"');
  try {
    if (start >= 0) return JSON.parse(text.slice(start)) as EngineError;
  } catch {
    // It is text after all.
  }
  const [, type = 'Unknown', message = text] = /^([\w ]+?) Error: ([\s\S]*)$/.exec(text) ?? [];
  return { exception_type: type, exception_message: message };
}

const pageOf = (
  columns: ResultColumn[],
  rows: readonly string[],
  cut: readonly string[],
  isCutBy: StatementResult['isCutBy'],
) => ({
  columns,
  json: Buffer.from(`"rows":[${rows.join(',')}],"cut":[${cut.join(',')}]`),
  rows: rows.length,
  isCutBy,
});
