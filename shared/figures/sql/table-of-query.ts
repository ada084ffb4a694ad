import { ApiError } from '@headwater/shared/api';
import type { QueryClient } from '@headwater/shared/query';
import { tableQueries, type Table } from '@headwater/shared/tables';
import { sqlViewQueries, viewOfQuery } from './sql-view.queries.ts';

/** How often it's asked whether a view has its first rows. */
const ASK_MS = 500;

/**
 * Returns the table that has the rows of a saved query, and follows it: its view, which is made if there is none. Waits
 * until it has rows. Rejects with what is wrong with the query.
 */
export async function tableOfQuery(
  client: QueryClient,
  organizationId: string,
  savedQueryId: string,
  signal: AbortSignal,
): Promise<Table> {
  let view = await viewOfQuery(organizationId, savedQueryId, signal);
  while (view.state === 'outdated' || view.state === 'refreshing') {
    await pause(signal);
    view = await client.fetchQuery({ ...sqlViewQueries.one(organizationId, view.id), staleTime: 0 });
  }
  const tables = await client.fetchQuery({ ...tableQueries.all(organizationId), staleTime: 0 });
  const table = tables.find(({ id }) => id === view.id);
  // One whose last refresh failed has the rows of an earlier one.
  if (table && table.version !== null) return table;
  throw view.failure
    ? new ApiError(Number(view.failure.status), { errors: [view.failure] }, new Headers())
    : new Error('The view has no rows.');
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ASK_MS);
    signal.addEventListener('abort', stop, { once: true });
  });
