import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePreview, PreviewedTable } from '@headwater/shared/contract';
import { toFailure } from '@headwater/base/failures/failure';
import {
  FULL_REFRESH_OVERWRITE,
  type Configuration,
  type Connector,
  type ConnectorContext,
  type DiscoveredStream,
} from '@headwater/protocol/protocol';
import { previewStream } from './preview.ts';

/** How many tables, columns, and rows are shown of what may be much more. */
const TABLES = 12;
const COLUMNS = 100;
const ROWS = 5;

/** Returns the first tables of files or of a spreadsheet, with their columns and first rows as they would be loaded. */
export async function previewFiles(
  connector: Connector,
  configuration: Configuration,
  given: ConnectorContext,
): Promise<FilePreview> {
  const kept = { folder: given.temporaryFolder, found: new Map<string, Promise<unknown>>() };
  const context = { ...given, kept };
  const streams = await connector.discover(configuration, context);
  const tables: PreviewedTable[] = [];
  for (const stream of streams.slice(0, TABLES)) {
    context.signal.throwIfAborted();
    tables.push(await previewTable(connector, configuration, stream, context));
  }
  return { tables, tableCount: streams.length, failure: null };
}

async function previewTable(
  connector: Connector,
  configuration: Configuration,
  discovered: DiscoveredStream,
  context: ConnectorContext,
): Promise<PreviewedTable> {
  const {
    namespace,
    name,
    suggestedTableName: tableName,
    columns,
    findings,
    estimatedRows,
    layout,
    source,
  } = discovered;
  const table: PreviewedTable = {
    namespace,
    name,
    tableName,
    columns: columns.slice(0, COLUMNS).map(({ name, kind, type, sourceType, nullable }) => ({
      name,
      kind,
      type,
      sourceType,
      nullable,
    })),
    columnCount: columns.length,
    rowCount: estimatedRows,
    rows: [],
    findings,
    problem: discovered.problem,
    ...(typeof source.uploadId === 'string' && { upload: source.uploadId }),
    ...(layout && { layout }),
  };
  if (table.problem) return table;
  const temporaryFolder = await mkdtemp(join(context.temporaryFolder, 'table-'));
  const stream = { ...FULL_REFRESH_OVERWRITE, ...discovered, tableName };
  try {
    const given = { connector, configuration, stream, maskKey: new Uint8Array() };
    const { rows } = await previewStream({ ...given, context: { ...context, temporaryFolder } });
    return { ...table, rows: rows.slice(0, ROWS).map((row) => row.slice(0, COLUMNS)) };
  } catch (error) {
    context.signal.throwIfAborted();
    return { ...table, problem: toFailure(error) };
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}
