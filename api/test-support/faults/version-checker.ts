import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { settled } from '@headwater/base/testing/settled';
import { TABLE_NAMES, type ModelTable, type Rows, type SyncModel } from '../sync-model.ts';
import type { TestApi } from '../test-api.ts';

interface StoredVersion {
  table: ModelTable;
  tableId: string;
  version: number;
  token: number;
  rows: number;
  isCurrent: boolean;
  /** The cursor's value in the state of this version. */
  cursor: string | null;
}

/**
 * Compares what is stored for a connection with what its source had: every row of every version, in its file. A file
 * that was seen once must never change.
 */
export class VersionChecker {
  readonly #api: TestApi;
  readonly #workspaceId: string;
  readonly #connectionId: string;
  readonly #model: SyncModel;
  /** What is known to be right: the hash and the rows of each file, and the latest cursor value in it. */
  readonly #seen = new Map<string, { hash: string; latest: number; rows: number }>();

  /** Files that were removed, which only their versions miss. */
  readonly #lost = new Set<string>();

  constructor(api: TestApi, workspaceId: string, connectionId: string, model: SyncModel) {
    this.#api = api;
    this.#workspaceId = workspaceId;
    this.#connectionId = connectionId;
    this.#model = model;
  }

  /** Removes the file of a table's current version, as a fault. */
  async loseFile(table: ModelTable): Promise<void> {
    const current = (await this.#versions()).find((each) => each.table === table && each.isCurrent);
    const file = this.#fileOf(current!);
    this.#lost.add(file);
    await rm(file);
  }

  /** Checks what must hold at every moment, also right after a fault. */
  async checkVersions(): Promise<void> {
    for (const stored of await this.#versions()) {
      const file = this.#fileOf(stored);
      if (this.#lost.has(file)) continue;
      // A version that was replaced in the meantime may lose its file while we look.
      const bytes = await readFile(file).catch(() => undefined);
      if (!bytes && !(await this.#versions()).some((each) => this.#fileOf(each) === file)) continue;
      const name = `version ${stored.version} of ${stored.table}`;
      assert.ok(bytes, `${name} has its file`);
      const hash = createHash('sha256').update(bytes).digest('hex');
      const known = this.#seen.get(file) ?? (await this.#checkFile(stored, file, hash));
      assert.equal(hash, known.hash, `${name} reads as it did`);
      assert.equal(stored.rows, known.rows, `${name} has as many rows as counted`);
      if (stored.cursor !== null)
        assert.ok(
          Date.parse(stored.cursor) <= known.latest,
          `the cursor of ${name} is not ahead of its rows`,
        );
    }
    await this.#checkAccounts();
  }

  /** Checks a connection whose source hasn't changed since its last run, which succeeded: nothing is left over, either. */
  async checkSettled(): Promise<void> {
    await this.checkVersions();
    const versions = await this.#versions();
    for (const table of TABLE_NAMES) {
      const current = versions.find((each) => each.table === table && each.isCurrent);
      assert.ok(current, `${table} has a version`);
      this.#model.checkCurrent(table, await rowsIn(this.#fileOf(current)));
    }
    await this.checkFiles();
  }

  /** Checks that each file of the connection belongs to a version, and that no process left anything behind. */
  async checkFiles(): Promise<void> {
    const root = this.#api.services.versions.root;
    const folder = join(root, this.#workspaceId, this.#connectionId);
    const kept = (await this.#versions()).map((each) => this.#fileOf(each));
    const needed = new Set(
      kept.filter((file) => !this.#lost.has(file)).map((file) => relative(folder, file)),
    );
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.includes('.duckdb'));
    assert.deepEqual(files.toSorted(), [...needed].toSorted(), 'every file belongs to a version');
  }

  /** Waits until a job has cleared all files of a connection that was removed, and checks that nothing else is left. */
  async checkGone(): Promise<void> {
    const folder = join(this.#api.services.versions.root, this.#workspaceId, this.#connectionId);
    await settled(
      () => readdir(folder, { recursive: true }).catch(() => []),
      (files) => files.length === 0,
    );
    assert.deepEqual(await this.#versions(), [], 'no version is left');
  }

  async #checkFile(
    { table }: StoredVersion,
    file: string,
    hash: string,
  ): Promise<{ hash: string; latest: number; rows: number }> {
    const rows = await rowsIn(file);
    this.#model.checkVersion(table, rows);
    const latest = Math.max(...rows.map(([, at]) => Date.parse(at!)));
    const known = { hash, latest, rows: rows.length };
    this.#seen.set(file, known);
    return known;
  }

  /** read = loaded + deduplicated + filtered + rejected, of each table that is done. */
  async #checkAccounts(): Promise<void> {
    const wrong = await this.#api.sql(
      `select stream.* from sync_run_streams stream join sync_runs run on run.id = stream.run_id
       where run.source_connection_id = $1 and stream.state = 'complete'
         and rows_read <> rows_loaded + rows_deduplicated + rows_filtered + rows_rejected`,
      [this.#connectionId],
    );
    assert.deepEqual(wrong, [], 'rows that were read are accounted for');
  }

  async #versions(): Promise<StoredVersion[]> {
    return this.#api.sql<StoredVersion>(
      `select tables.table_name as table, tables.id as "tableId", found.version, file.token::int, found.rows::int,
         found.version = tables.current_version as "isCurrent", found.state->>'value' as cursor
       from tables join table_versions found on found.table_id = tables.id
       join version_files file on file.table_id = found.table_id and file.version = found.version
       where tables.source_connection_id = $1`,
      [this.#connectionId],
    );
  }

  #fileOf({ tableId, token }: StoredVersion): string {
    const { root } = this.#api.services.versions;
    return join(root, this.#workspaceId, this.#connectionId, tableId, `v-${token}.duckdb`);
  }
}

/** Reads all rows of a version's file, with the moments in the form that the model has. */
async function rowsIn(file: string): Promise<Rows> {
  const engine = await DuckDBInstance.create(':memory:');
  const connection = await engine.connect();
  try {
    await connection.run(`attach '${file}' as version (read_only)`);
    const reader = await connection.runAndReadAll('select columns(*)::varchar from version.main.data');
    return (reader.getRows() as Rows).map((row) =>
      row.map((cell, at) => (at === 1 ? asInModel(cell!) : cell)),
    );
  } finally {
    connection.closeSync();
    engine.closeSync();
  }
}

const asInModel = (moment: string) => moment.replace(' ', 'T').replace(/[+]00(:00)?$/, 'Z');
