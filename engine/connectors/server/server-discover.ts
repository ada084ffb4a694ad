import { FailureError } from '@headwater/base/failures/failure';
import type { ConnectorContext, DiscoveredStream } from '@headwater/protocol/protocol';
import type { ServerAttempt } from './server-attempt.ts';
import type { ServerConfiguration } from './server-config.ts';

const LIST_SECONDS = 60;

interface Discovery<Session extends { destroy(): void }, Table extends { isReadable: boolean }> {
  attempt: ServerAttempt<Session>;
  context: ConnectorContext;
  list(session: Session): Promise<Table[]>;
  streamOf(table: Table): DiscoveredStream;
  sourceFailure(error: unknown, configuration: ServerConfiguration, about: string): FailureError;
}

/** Returns the tables of a database that the user may read. */
export async function discoverServer<
  Session extends { destroy(): void },
  Table extends { isReadable: boolean },
>({
  attempt,
  context,
  list,
  streamOf,
  sourceFailure,
}: Discovery<Session, Table>): Promise<DiscoveredStream[]> {
  const { configuration } = attempt;
  const session = await attempt.open();
  try {
    const tables = await attempt.within('list', LIST_SECONDS, () => list(session));
    const readable = tables.filter(({ isReadable }) => isReadable);
    if (readable.length === 0) throw new FailureError('no_tables', { database: configuration.database });
    await attempt.close();
    return readable.map(streamOf);
  } catch (error) {
    context.signal.throwIfAborted();
    throw sourceFailure(error, configuration, configuration.database);
  } finally {
    attempt.destroy();
  }
}
