import { FailureError } from '@headwater/base/failures/failure';
import type { ConfiguredStream, ConnectorContext, ReadMessage } from '@headwater/protocol/protocol';

/** Returns the stream as a preview of so many rows reads it. */
export const previewStream = (stream: ConfiguredStream, rows: number): ConfiguredStream => ({
  ...stream,
  syncMode: 'full_refresh',
  nullCursor: stream.nullCursor === 'skip' ? 'skip' : 'load',
  rowCap: Math.min(rows, stream.rowCap ?? rows),
});

interface GuardedRead {
  stream: ConfiguredStream;
  session: { readonly isBroken: boolean };
  host: string;
  /** Why the connection is lost, if more is known than that it is. */
  lost?: FailureError | null;
  context: ConnectorContext;
  work(): AsyncIterable<ReadMessage>;
  /** Makes the session usable for the next table, if it still works, and returns what went wrong. */
  recover(error: unknown): Promise<FailureError>;
}

/** Reads one table. If it fails, the next ones are still read; a lost connection fails all remaining tables. */
export async function* guarded({
  stream: { tableName },
  session,
  host,
  lost,
  context,
  work,
  recover,
}: GuardedRead): AsyncIterable<ReadMessage> {
  const incomplete = ({ failure }: FailureError): ReadMessage => ({
    ...{ type: 'STREAM_STATUS', tableName, status: 'INCOMPLETE', failure },
  });
  if (session.isBroken) {
    yield incomplete(lost ?? new FailureError('source_disconnected', { host }));
    return;
  }
  try {
    yield* work();
  } catch (error) {
    context.signal.throwIfAborted();
    yield incomplete(await recover(error));
  }
}
