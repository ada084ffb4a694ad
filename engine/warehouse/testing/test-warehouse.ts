import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { RowPageAttributes } from '@headwater/shared/contract';
import type { Encoding, DelimitedFile, StreamColumn } from '@headwater/protocol/protocol';
import type { Requester } from '@headwater/base/queue/fair-queue';
import { literal } from '../sql/sql.ts';
import { QueryPool, type RowsRequest } from '../index.ts';
import { StageEngine } from '../versions/stage-engine.ts';

export const READER: Requester = { workspaceId: 'org_reader', userId: 'usr_reader' };

export const column = (name: string, type: string, encoding: Encoding = 'value'): StreamColumn => ({
  name,
  type,
  encoding,
  kind: type.endsWith('[]') ? 'list' : 'text',
  sourceType: type,
  nullable: true,
});

/** A loading engine and the query processes that read what it has loaded. */
export class TestWarehouse {
  readonly folder: string;
  /** The only folder that the query processes can read. */
  readonly root: string;
  readonly engine: StageEngine;
  readonly pool: QueryPool;
  #files = 0;

  private constructor(folder: string, root: string, engine: StageEngine) {
    this.folder = folder;
    this.root = root;
    this.engine = engine;
    this.pool = new QueryPool({ root, size: 2 });
  }

  static async open(): Promise<TestWarehouse> {
    const folder = await mkdtemp(join(tmpdir(), 'headwater-warehouse-'));
    const root = join(folder, 'ws');
    await mkdir(root);
    const engine = await StageEngine.open({ temporaryFolder: join(folder, 'spill') });
    return new TestWarehouse(folder, root, engine);
  }

  async close(): Promise<void> {
    this.engine.close();
    await this.pool.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  newVersionPath(): string {
    return join(this.root, `v-${(this.#files += 1)}.duckdb`);
  }

  async records(text: string, facts: Partial<DelimitedFile> = {}): Promise<DelimitedFile> {
    const path = join(this.folder, `records-${(this.#files += 1)}.csv`);
    await writeFile(path, text);
    return { path, delimiter: ',', newline: '\n', skip: 0, rows: null, temporary: false, ...facts };
  }

  /** Loads one file after another into a version. Returns the version with the request for its first page. */
  async stageOf(columns: readonly StreamColumn[], ...texts: (string | DelimitedFile)[]) {
    return this.stageAfter([], columns, ...texts);
  }

  /** Does the same as `stageOf`, with a previous version that had these columns. */
  async stageAfter(
    before: readonly StreamColumn[],
    columns: readonly StreamColumn[],
    ...texts: (string | DelimitedFile)[]
  ) {
    const path = this.newVersionPath();
    const stage = await this.engine.begin(path, 'orders', columns, 1_000);
    const loads = [];
    for (const text of texts)
      loads.push(await stage.load(typeof text === 'string' ? await this.records(text) : text));
    const staged = await stage.finish(before);
    const page: RowsRequest = {
      kind: 'rows',
      file: { path, bytes: staged.bytes },
      columns: staged.columns,
      shown: staged.columns,
      query: null,
      isAlphabetical: false,
      place: { after: null },
      limit: 1_000,
    };
    return { path, loads, page, ...staged };
  }

  /** Reads a page as the API sends it. */
  async pageOf(request: RowsRequest, from = this.pool) {
    const { path, bytes: written } = request.file;
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => written,
    ); // A test may have changed the file.
    const { json, ends } = await from.run({ ...request, file: { path, bytes } }, READER);
    const text = Buffer.from(json).toString();
    return {
      bytes: json.byteLength,
      ends,
      ...(JSON.parse(`{${text}}`) as Pick<RowPageAttributes, 'rows' | 'cut'>),
    };
  }

  /** Runs a query on a version's table, which it calls `t`, in an engine of its own. */
  query(path: string, query: string): Promise<(string | null)[][]> {
    return this.#runOn(path, query, '(read_only)');
  }

  /** Changes a version's table, which the statement calls `t`. */
  async change(path: string, statement: string): Promise<void> {
    await this.#runOn(path, statement, '');
  }

  async sizeOf(path: string): Promise<number> {
    return (await stat(path)).size;
  }

  async #runOn(path: string, query: string, options: string): Promise<(string | null)[][]> {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    try {
      await connection.run(`set TimeZone = 'UTC'`);
      await connection.run(`attach ${literal(path)} as version ${options}`);
      // Not a view, which would have no row IDs.
      const text = query.replaceAll(/\bt\b/g, 'version.main.data');
      return (await connection.runAndReadAll(text)).getRowsJson() as (string | null)[][];
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  }

  async rowsOf(page: RowsRequest) {
    return (await this.pageOf(page)).rows;
  }
}
