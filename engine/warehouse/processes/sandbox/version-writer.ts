import { stat } from 'node:fs/promises';
import {
  DuckDBInstance,
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBDataChunk,
} from '@duckdb/node-api';
import { blockSize } from '../../versions/block-size.ts';
import { finishFile } from '../../versions/file-hash.ts';
import { identifier, literal } from '../../sql/sql.ts';
import { removeFiles } from '../../versions/stage.ts';
import { StatementRefused } from './gate.ts';
import type { WrittenColumn, WrittenFile } from './messages.ts';

/** Rows that are written at once: a row group of the engine. */
const BATCH_ROWS = 122_880;
const MEMORY_LIMIT = '192MiB';

interface Limits {
  rowsMax: number;
  bytesMax: number;
  /** About how large the file becomes, at most. */
  expectedBytes: number;
}

/**
 * Writes the rows of a statement into a version file. It has an engine of its own: the one that runs what a person wrote
 * has no files to write to.
 */
export class VersionWriter {
  readonly #path: string;
  readonly #columns: WrittenColumn[];
  readonly #limits: Limits;
  readonly #connection: DuckDBConnection;
  #appender: DuckDBAppender;
  #rows = 0;
  #waiting = 0;

  private constructor(
    path: string,
    columns: WrittenColumn[],
    limits: Limits,
    connection: DuckDBConnection,
    appender: DuckDBAppender,
  ) {
    this.#path = path;
    this.#columns = columns;
    this.#limits = limits;
    this.#connection = connection;
    this.#appender = appender;
  }

  static async open(path: string, columns: WrittenColumn[], limits: Limits): Promise<VersionWriter> {
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: MEMORY_LIMIT,
      threads: '1',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const connection = await instance.connect();
    await connection.run(`set temp_directory = ''`);
    await removeFiles(path);
    const size = blockSize(columns.length, limits.expectedBytes);
    await connection.run(
      `attach ${literal(path)} as stage (block_size ${size}, recovery_mode no_wal_writes)`,
    );
    const definitions = columns.map(({ name, type }) => `${identifier(name)} ${type}`);
    await connection.run(`create table stage.main.data (${definitions.join(', ')})`);
    const appender = await connection.createAppender('data', 'main', 'stage');
    return new VersionWriter(path, columns, limits, connection, appender);
  }

  /** Throws StatementRefused if the file becomes too large. */
  async append(chunk: DuckDBDataChunk): Promise<void> {
    this.#rows += chunk.rowCount;
    if (this.#rows > this.#limits.rowsMax) throw this.#tooLarge();
    this.#appender.appendDataChunk(chunk);
    this.#waiting += chunk.rowCount;
    if (this.#waiting < BATCH_ROWS) return;
    this.#waiting = 0;
    this.#appender.flushSync();
    if ((await stat(this.#path)).size > this.#limits.bytesMax) throw this.#tooLarge();
  }

  /** Makes sure that the file is complete and on disk. */
  async finish(): Promise<WrittenFile> {
    this.#appender.closeSync();
    await this.#connection.run('checkpoint stage');
    await this.#connection.run('detach stage');
    const file = await finishFile(this.#path);
    if (file.bytes > this.#limits.bytesMax) throw this.#tooLarge();
    return { columns: this.#columns, rows: this.#rows, ...file };
  }

  #tooLarge(): StatementRefused {
    return new StatementRefused({ kind: 'too_many_rows', position: null });
  }
}
