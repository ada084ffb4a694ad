import type { SourceConnection } from '../source.queries.ts';
import { STANDINGS, standingOf, type Standing, type Stood } from '../standing.ts';

export interface Filter {
  /** Null for all. */
  status: Standing | null;
  search: string;
}

type Filtered = Stood & Pick<SourceConnection, 'name' | 'address' | 'connector'>;

/** The filter that an address carries; a word that is no status means all. */
export function filterOf(query: URLSearchParams): Filter {
  const status = STANDINGS.find((one) => one === query.get('status')) ?? null;
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
      (status === null || standingOf(source) === status) &&
      [source.name, source.address, source.connector].some((text) => text.toLowerCase().includes(wanted)),
  );
}

/** Each status with how many connections are in it, in the order of urgency; empty ones only if they are asked for. */
export function countByStatus(sources: readonly Stood[], asked: Standing | null) {
  const order: readonly Standing[] = [
    'failed',
    'running',
    'queued',
    'incomplete',
    'delayed',
    'synced',
    'paused',
    'pending',
  ];
  return order
    .map((status) => ({ status, count: sources.filter((source) => standingOf(source) === status).length }))
    .filter(({ status, count }) => count > 0 || status === asked);
}
