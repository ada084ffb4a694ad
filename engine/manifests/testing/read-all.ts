import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Failure } from '@headwater/shared/contract';
import {
  FULL_REFRESH_OVERWRITE,
  type ConfiguredStream,
  type ConnectorContext,
  type ReadMessage,
  type RecordsBatch,
  type Rejection,
  type StreamState,
} from '@headwater/protocol/protocol';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { rest } from '../rest.connector.ts';

export interface ReadResult {
  /** The rows as objects of texts. */
  rows: Record<string, string | null>[];
  state: StreamState | null;
  failure: Failure | null;
  rejected: Rejection[];
  statuses: string[];
}

interface ReadOptions {
  config?: Record<string, unknown>;
  chosen?: Partial<ConfiguredStream>;
  state?: StreamState | null;
  context?: Partial<ConnectorContext>;
}

const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
export const restContext = (more: Partial<ConnectorContext> = {}) => contextFor(folder, more);

/** Discovers the manifest's first stream and reads it. */
export async function readAll(
  manifest: string,
  { config = {}, chosen = {}, state = null, context = {} }: ReadOptions = {},
): Promise<ReadResult> {
  const configuration = {
    manifest,
    ...Object.fromEntries(Object.entries(config).map(([key, value]) => [`config:${key}`, value])),
  };
  const [found] = await rest.discover(configuration, restContext(context));
  const stream: ConfiguredStream = {
    ...found!,
    ...FULL_REFRESH_OVERWRITE,
    tableName: found!.name,
    ...chosen,
  };
  const result: ReadResult = { rows: [], state: null, failure: null, rejected: [], statuses: [] };
  const states = new Map(state === null ? [] : [[stream.tableName, state]]);
  for await (const message of rest.read(configuration, [stream], states, restContext(context)))
    take(message, stream, result);
  return result;
}

function take(message: ReadMessage, stream: ConfiguredStream, result: ReadResult): void {
  if (message.type === 'RECORDS' && 'batch' in message) result.rows.push(...rowsOf(message.batch, stream));
  if (message.type === 'REJECTED') result.rejected.push(...message.rows);
  if (message.type === 'STATE') result.state = message.state;
  if (message.type !== 'STREAM_STATUS') return;
  result.statuses.push(message.status);
  if (message.status === 'INCOMPLETE') result.failure = message.failure;
}

/** The rows of a batch as objects of texts. */
export function rowsOf(
  { rows, columns }: RecordsBatch,
  stream: Pick<ConfiguredStream, 'columns'>,
): Record<string, string | null>[] {
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(
      columns.map((column, at) => {
        const isNull = column.valid !== null && (column.valid[row >> 3]! & (1 << (row & 7))) === 0;
        const ends = (column as { ends: Uint32Array }).ends;
        const text = Buffer.from(column.data.subarray(row === 0 ? 0 : ends[row - 1]!, ends[row]!)).toString();
        return [stream.columns[at]!.name, isNull ? null : text];
      }),
    ),
  );
}
