import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Stage } from '@headwater/warehouse/versions/stage';
import { StageEngine } from '@headwater/warehouse/versions/stage-engine';
import type {
  ConfiguredCatalog,
  Connector,
  ConnectorContext,
  ReadMessage,
  StreamColumn,
  StreamStates,
} from '@headwater/protocol/protocol';
import { postgres } from '../postgres.connector.ts';

export interface Warehouse {
  messages: ReadMessage[];
  /** The final columns of each table. */
  columns: Record<string, StreamColumn[]>;
  /** Runs a query on one table, which it calls `t`. */
  rows(tableName: string, query: string): Promise<unknown[][]>;
}

/** Reads and loads all streams as a sync does. Throws if the numbers of rows read and loaded differ. */
export async function readIntoWarehouse(
  configuration: Record<string, unknown>,
  catalog: ConfiguredCatalog,
  context: ConnectorContext,
  states: StreamStates = new Map(),
  connector: Connector = postgres,
): Promise<Warehouse> {
  const engine = await StageEngine.open({ temporaryFolder: context.temporaryFolder });
  const stages = new Map<string, Stage>();
  const columns: Record<string, StreamColumn[]> = {};
  const messages: ReadMessage[] = [];
  const rejectedBefore: Record<string, number> = {};
  const pathOf = (tableName: string) => join(context.temporaryFolder, `${tableName}.duckdb`);
  for await (const message of connector.read(configuration, catalog, states, context)) {
    messages.push(message);
    if (message.type === 'LOG') continue;
    const { tableName } = message;
    if (message.type === 'RECORDS') {
      if ('batch' in message) await stages.get(tableName)!.append(message.batch);
    } else if (message.type === 'REJECTED') {
      rejectedBefore[tableName] = (rejectedBefore[tableName] ?? 0) + message.count;
    } else if (message.type === 'STREAM_STATUS' && message.status === 'STARTED') {
      stages.set(tableName, await engine.begin(pathOf(tableName), tableName, message.columns, null));
    } else if (message.type === 'STREAM_STATUS' && message.status === 'COMPLETE') {
      const finished = await stages.get(tableName)!.finish();
      const accounted = finished.rows + (rejectedBefore[tableName] ?? 0);
      if (accounted !== message.rowsRead) throw new Error(`${accounted} of ${message.rowsRead} rows`);
      columns[tableName] = finished.columns;
    }
  }
  engine.close();
  return { messages, columns, rows: (tableName, query) => rowsOf(pathOf(tableName), query) };
}

async function rowsOf(path: string, query: string): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`set TimeZone = 'UTC'`);
  await connection.run(`attach '${path}' as version (read_only)`);
  await connection.run('create view t as select * from version.main.data');
  const rows = (await connection.runAndReadAll(query)).getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return rows as unknown[][];
}
