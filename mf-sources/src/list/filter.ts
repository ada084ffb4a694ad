import { CONNECTION_STATUSES, type ConnectionStatus } from '@headwater/shared/contract';
import type { SourceConnection } from '../source.queries.ts';

export interface Filter {
  /** Null for all. */
  status: ConnectionStatus | null;
  search: string;
}

type Filtered = Pick<SourceConnection, 'name' | 'address' | 'connector' | 'status'>;

/** The filter that an address carries; a word that is no status means all. */
export function filterOf(query: URLSearchParams): Filter {
  const status = CONNECTION_STATUSES.find((one) => one === query.get('status')) ?? null;
  return { status, search: query.get('q') ?? '' };
}

/** The address with another filter in it; what is not set leaves no trace. */
export function withFilter(query: URLSearchParams, { status, search }: Filter): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('status');
  next.delete('q');
  if (status) next.set('status', status);
  if (search) next.set('q', search);
  return next;
}

/** Connections whose name, address or connector contains what is searched for, in the status that is asked for. */
export function filterSources<S extends Filtered>(sources: readonly S[], { status, search }: Filter): S[] {
  const wanted = search.trim().toLowerCase();
  return sources.filter(
    (source) =>
      (status === null || source.status === status) &&
      [source.name, source.address, source.connector].some((text) => text.toLowerCase().includes(wanted)),
  );
}

/** Each status with how many connections are in it, in the order of urgency; empty ones only if they are asked for. */
export function countByStatus(sources: readonly Filtered[], asked: ConnectionStatus | null) {
  const order: readonly ConnectionStatus[] = [
    'failed',
    'running',
    'queued',
    'incomplete',
    'synced',
    'paused',
    'pending',
  ];
  return order
    .map((status) => ({ status, count: sources.filter((source) => source.status === status).length }))
    .filter(({ status, count }) => count > 0 || status === asked);
}
