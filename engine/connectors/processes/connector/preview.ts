import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { StreamPreview } from '@headwater/shared/contract';
import { FailureError } from '@headwater/base/failures/failure';
import type {
  Configuration,
  ConfiguredStream,
  Connector,
  ConnectorContext,
  ReadMessage,
  RecordsFile,
  StreamColumn,
} from '@headwater/protocol/protocol';
import { mergeRequest } from '../sync/merge-request-of.ts';
import { firstRows } from '@headwater/warehouse/versions/load-statement';
import {
  isList,
  isText,
  isWithin,
  rowsStatement,
  statisticsOf,
} from '@headwater/warehouse/sql/rows-statement';
import { identifier, literal } from '@headwater/warehouse/sql';
import type { Stage } from '@headwater/warehouse/versions/stage';
import { StageEngine } from '@headwater/warehouse/versions/stage-engine';

/** How many rows are shown. */
const SHOWN = 100;
/** How many rows the statistics are about. */
const SAMPLED = 1_000;
/** How many rows are looked through for those that are wanted, if the source doesn't do that. */
const SEARCHED = 100_000;
/** Fewer rows are enough if they have so many bytes. */
const BYTES = 16 * 1024 ** 2;
/** The most characters of a cell, unless there are so many columns that the whole would be too large. */
const CELL_LIMIT = 200;
const CHARACTERS = 2 * 1024 ** 2;

interface PreviewOptions {
  connector: Connector;
  configuration: Configuration;
  stream: ConfiguredStream;
  maskKey: Uint8Array;
  context: ConnectorContext;
}

/**
 * Reads the first rows of a stream as a sync would store them, with the same filter, masks, and types. The files are in
 * the process's own folder and are removed with it.
 */
export async function previewStream(options: PreviewOptions): Promise<StreamPreview> {
  const { temporaryFolder } = options.context;
  const engine = await StageEngine.open({ temporaryFolder, memoryLimit: '256MB' });
  const started = performance.now();
  try {
    const sample = await new Sample(engine, options).read();
    const milliseconds = Math.round(performance.now() - started);
    return { ...sample, milliseconds };
  } finally {
    engine.close();
  }
}

class Sample {
  readonly #engine: StageEngine;
  readonly #options: PreviewOptions;
  readonly #most: number;
  /** The columns as they arrive. */
  #columns: readonly StreamColumn[] = [];
  #stage: Stage | null = null;
  #newestBy: string | null = null;
  #rows = 0;
  #bytes = 0;
  #isComplete = false;

  constructor(engine: StageEngine, options: PreviewOptions) {
    this.#engine = engine;
    this.#options = options;
    this.#most = this.#isFiltered || options.stream.rowFilter.length === 0 ? SAMPLED : SEARCHED;
  }

  async read(): Promise<Omit<StreamPreview, 'milliseconds'>> {
    const { connector, configuration, stream, context } = this.#options;
    for await (const message of connector.preview(configuration, stream, this.#most, context)) {
      context.signal.throwIfAborted();
      await this.#take(message);
      if (this.#isEnough) break;
    }
    if (!this.#stage) throw new Error(`${stream.tableName} was not started`);
    const columns = await this.#store(this.#stage);
    const connection = this.#engine.connection;
    await connection.run(`attach ${literal(this.#path('shown'))} as shown (read_only)`);
    return {
      columns: columns.map(({ name, kind, type, sourceType, nullable }) => ({
        name,
        kind,
        type,
        sourceType,
        nullable,
      })),
      rows: await textRows(connection, 'shown', columns, SHOWN),
      ...(await statistics(connection, columns)),
      newestBy: this.#newestBy,
      searchedRows: this.#most === SEARCHED && !this.#isComplete ? this.#rows : null,
    };
  }

  get #isFiltered(): boolean {
    return this.#options.connector.spec().filtersRows;
  }

  get #isEnough(): boolean {
    return this.#rows >= this.#most || this.#bytes >= BYTES;
  }

  async #take(message: ReadMessage): Promise<void> {
    if (message.type === 'RECORDS') {
      if ('batch' in message) return this.#append(message.batch);
      return this.#load(message.file);
    }
    if (message.type !== 'STREAM_STATUS') return;
    if (message.status === 'INCOMPLETE') throw new FailureError(message.failure);
    if (message.status === 'COMPLETE') this.#isComplete = true;
    if (message.status !== 'STARTED') return;
    this.#columns = message.columns;
    this.#newestBy = message.newestBy ?? null;
    const { tableName } = this.#options.stream;
    this.#stage = await this.#engine.begin(this.#path('incoming'), tableName, message.columns, null);
  }

  async #append(batch: Extract<ReadMessage, { batch: unknown }>['batch']): Promise<void> {
    await this.#stage!.append(batch);
    this.#rows += batch.rows;
    for (const { data } of batch.columns) this.#bytes += data.length;
  }

  /** Loads the first rows of a file, which may be much larger. */
  async #load(file: RecordsFile): Promise<void> {
    const path = this.#path('first');
    const most = this.#most - this.#rows;
    const { statement, first } = firstRows(file, this.#columns.length, most, path);
    await this.#engine.connection.run(statement);
    this.#rows += (await this.#stage!.load(first)).loaded;
  }

  /** Writes the wanted rows with their masks to a file of their own. Returns its columns. */
  async #store(stage: Stage): Promise<StreamColumn[]> {
    const { stream, maskKey } = this.#options;
    const staged = await stage.finish();
    const whole: ConfiguredStream = {
      ...stream,
      syncMode: 'full_refresh',
      destinationSyncMode: 'overwrite',
      rowCap: Math.min(SAMPLED, stream.rowCap ?? SAMPLED),
    };
    const job = {
      stream: whole,
      stagePath: this.#path('shown'),
      base: null,
      readPath: null,
      wasInterrupted: false,
      columnsBefore: [],
      keptColumns: [],
      expectsSchema: false,
    };
    const incoming = { path: this.#path('incoming'), columns: staged.columns, hasRejections: false };
    const request = mergeRequest(job, this.#columns, incoming, {
      isKeyUnique: false,
      isWhole: true,
      isFiltered: this.#isFiltered,
      maskKey: Buffer.from(maskKey),
      readAt: new Date(),
    });
    const { file } = await this.#engine.merge(request);
    return file!.columns;
  }

  #path(name: string): string {
    return join(this.#options.context.temporaryFolder, `preview-${name}`);
  }
}

/** Returns the first rows as text. What is cut off a cell is an ellipsis. */
async function textRows(
  connection: DuckDBConnection,
  schema: string,
  columns: readonly StreamColumn[],
  most: number,
): Promise<(string | null)[][]> {
  const limit = Math.max(8, Math.min(CELL_LIMIT, Math.floor(CHARACTERS / (most * columns.length))));
  const isLong = (column: Pick<StreamColumn, 'name' | 'type'>) => isText(column) || isList(column);
  const statement = rowsStatement(schema, columns, isWithin({ from: 0, to: most }), isLong, limit);
  const reader = await connection.runAndReadAll(statement);
  return reader.getRowsJS().map(([json, cut]) => {
    const cells = JSON.parse(json as string) as (string | null)[];
    for (const position of (cut as number[] | null) ?? []) cells[position] += '…';
    return cells;
  });
}

/** Counts the sampled rows and, for each column, those without a value and the different values, and finds both ends. */
async function statistics(
  connection: DuckDBConnection,
  columns: readonly StreamColumn[],
): Promise<Pick<StreamPreview, 'sampledRows' | 'statistics'>> {
  const counted = await connection.runAndReadAll(statisticsOf('shown', columns));
  const [total, ...counts] = counted.getRowsJS()[0]!.map(Number);
  await connection.run(`attach ':memory:' as ends`);
  const ends = ['min', 'max'].map((end) => {
    const values = columns.map(({ name }) => `${end}(${identifier(name)}) as ${identifier(name)}`);
    return `select ${values.join(', ')} from shown.main.data`;
  });
  await connection.run(`create table ends.main.data as ${ends.join(' union all ')}`);
  const [least, greatest] = await textRows(connection, 'ends', columns, ends.length);
  return {
    sampledRows: total!,
    statistics: columns.map((_, at) => ({
      values: counts[at * 2]!,
      distinct: counts[at * 2 + 1]!,
      min: least?.[at] ?? null,
      max: greatest?.[at] ?? null,
    })),
  };
}
