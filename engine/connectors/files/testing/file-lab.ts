import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { CheckStep, Failure, Finding } from '@headwater/shared/contract';
import { Egress } from '@headwater/base/egress';
import {
  FULL_REFRESH_OVERWRITE,
  NOTHING_SET,
  type Connector,
  type ConnectorContext,
  type DiscoveredStream,
  type Rejection,
  type StreamColumn,
} from '@headwater/protocol/protocol';
import type { Stage } from '@headwater/warehouse/versions/stage';
import { StageEngine } from '@headwater/warehouse/versions/stage-engine';
import type { DialectChoices } from '../csv/csv.dialect.ts';
import { files } from '../files.connector.ts';

/** A table of a file, as the warehouse has it after a sync. */
export interface LoadedTable {
  table: string;
  names: string[];
  types: string[];
  columns: StreamColumn[];
  /** Values as text, in the file's order. */
  rows: (string | null)[][];
  rejected: Rejection[];
  failure: Failure | null;
  findings: Finding[];
  primaryKey: string[];
  comments: DiscoveredStream['comments'];
}

/** Checks, discovers, reads, and loads files as a connection of files does, and returns what the warehouse has then. */
export class FileLab {
  readonly folder: string;
  readonly connection: DuckDBConnection;
  readonly #engine: StageEngine;
  #files = 0;

  private constructor(folder: string, connection: DuckDBConnection, engine: StageEngine) {
    this.folder = folder;
    this.connection = connection;
    this.#engine = engine;
  }

  static async open(): Promise<FileLab> {
    const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`set TimeZone = 'UTC'`);
    return new FileLab(folder, connection, await StageEngine.open({ temporaryFolder: folder }));
  }

  async close(): Promise<void> {
    this.#engine.close();
    this.connection.closeSync();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Takes a file that has one table. */
  async one(
    fileName: string,
    content: string | Uint8Array,
    choices: DialectChoices = {},
  ): Promise<LoadedTable> {
    const tables = await this.all(fileName, content, choices);
    assert.equal(tables.length, 1, `tables: ${tables.map(({ table }) => table).join(', ')}`);
    return tables[0]!;
  }

  /** The failure that a file ends with. */
  async failureOf(fileName: string, content: string | Uint8Array): Promise<string | undefined> {
    const tables = await this.all(fileName, content);
    assert.deepEqual(
      tables.flatMap(({ rows }) => rows),
      [],
    );
    return tables[0]!.failure?.code;
  }

  async all(
    fileName: string,
    content: string | Uint8Array,
    choices: DialectChoices = {},
  ): Promise<LoadedTable[]> {
    const uploadId = `upl_${(this.#files += 1)}`;
    const path = join(this.folder, uploadId);
    await writeFile(path, content);
    const upload = { path, fileName, bytes: Buffer.byteLength(content), sha256: '' };
    const { sheets, ...others } = choices;
    const entry = { uploadId, ...(sheets && { sheets }) };
    return this.allOf(files, { files: [entry], ...others }, new Map([[uploadId, upload]]));
  }

  /** What a connection of this connector has after a sync, whose check and discovery agree with it. */
  async allOf(
    connector: Connector,
    configuration: Record<string, unknown>,
    uploads: ConnectorContext['uploads'] = new Map(),
  ): Promise<LoadedTable[]> {
    const context = this.context(uploads);
    const steps: CheckStep[] = [];
    for await (const step of connector.check(configuration, context)) steps.push(step);
    const streams = await connector.discover(configuration, context);
    const isRefused = streams.every(({ problem }) => problem !== null);
    assert.equal(steps.at(-1)!.failure !== null, isRefused, 'check and discovery disagree');
    const tables: LoadedTable[] = [];
    for (const stream of streams) tables.push(await this.#load(connector, stream, configuration, context));
    return tables;
  }

  context(uploads: ConnectorContext['uploads'] = new Map()): ConnectorContext {
    return {
      egress: new Egress({ loopbackOnly: true, allowedNetworks: [], ownPorts: [] }),
      installation: NOTHING_SET,
      uploads,
      temporaryFolder: this.folder,
      signal: new AbortController().signal,
      idleTimeout: 60_000,
    };
  }

  async #load(
    connector: Connector,
    stream: DiscoveredStream,
    configuration: Record<string, unknown>,
    context: ConnectorContext,
  ): Promise<LoadedTable> {
    const { columns, suggestedTableName: tableName, findings, primaryKey, comments } = stream;
    const names = columns.map(({ name }) => name);
    const types = columns.map(({ type }) => type);
    const path = join(this.folder, `${(this.#files += 1)}.duckdb`);
    const told = { table: tableName, names, types, columns, findings, primaryKey, comments };
    const table: LoadedTable = { ...told, rows: [], rejected: [], failure: null };
    const catalog = [{ ...FULL_REFRESH_OVERWRITE, ...stream, tableName }];
    let loaded = 0;
    let stage: Stage | undefined;
    for await (const message of connector.read(configuration, catalog, new Map(), context)) {
      if (message.type === 'REJECTED') table.rejected.push(...message.rows);
      if (message.type === 'RECORDS') {
        if ('batch' in message) {
          await stage!.append(message.batch);
          loaded += message.batch.rows;
        } else loaded += (await stage!.load(message.file)).loaded;
      }
      if (message.type !== 'STREAM_STATUS') continue;
      if (message.status === 'STARTED')
        stage = await this.#engine.begin(path, tableName, message.columns, null);
      if (message.status === 'INCOMPLETE') table.failure = message.failure;
      if (message.status !== 'COMPLETE') continue;
      const staged = await stage!.finish();
      assert.deepEqual(
        staged.columns.map(({ type }) => type),
        types,
        'a column could not hold its values',
      );
      assert.equal(message.rowsRead, loaded + table.rejected.length);
      table.rows = await this.#rowsOf(path, names);
    }
    assert.equal(table.failure?.code, stream.problem?.code, 'discovery and reading disagree');
    return table;
  }

  async #rowsOf(path: string, names: readonly string[]): Promise<(string | null)[][]> {
    const texts = names.map((name) => `"${name.replaceAll('"', '""')}"::varchar`);
    await this.connection.run(`attach '${path}' as version (read_only)`);
    const reader = await this.connection.runAndReadAll(
      `select ${texts.join(', ')} from version.data order by rowid`,
    );
    await this.connection.run('detach version');
    return reader.getRowsJson() as (string | null)[][];
  }
}
