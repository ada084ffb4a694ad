import type { SourceConnection } from '../source.queries.ts';
import {
  DISPLAY_STATUSES,
  displayStatusOf,
  type DisplayStatus,
  type StatusFacts,
} from '../display-status.ts';

export interface Filter {
  /** Null for all statuses. */
  status: DisplayStatus | null;
  /** Null for all connectors. */
  connector: string | null;
  search: string;
}

type Filtered = StatusFacts & Pick<SourceConnection, 'name' | 'address' | 'connector'>;

/** Returns the filter in a URL. An unknown status means all statuses. */
export function filterOf(query: URLSearchParams): Filter {
  const status = DISPLAY_STATUSES.find((one) => one === query.get('status')) ?? null;
  return { status, connector: query.get('connector'), search: query.get('q') ?? '' };
}

/** Returns the URL's query with another filter. Parts of the filter that aren't set are omitted. */
export function withFilter(query: URLSearchParams, { status, connector, search }: Filter): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('status');
  next.delete('connector');
  next.delete('q');
  if (status) next.set('status', status);
  if (connector) next.set('connector', connector);
  if (search) next.set('q', search);
  return next;
}

/** Returns the connections of a status and a connector whose name, address, or connector contains the search text. */
export function filterSources<S extends Filtered>(
  sources: readonly S[],
  { status, connector, search }: Filter,
): S[] {
  const wanted = search.trim().toLowerCase();
  return sources.filter(
    (source) =>
      (status === null || displayStatusOf(source) === status) &&
      (connector === null || source.connector === connector) &&
      [source.name, source.address, source.connector].some((text) => text.toLowerCase().includes(wanted)),
  );
}

/** No filter. */
export const ALL: Filter = { status: null, connector: null, search: '' };

/** Most urgent first. */
const URGENCY: readonly DisplayStatus[] = [
  'failed',
  'running',
  'queued',
  'incomplete',
  'delayed',
  'synced',
  'paused',
  'pending',
];

/** Returns the connections with the most urgent first, those of a status as they were. */
export const byUrgency = <S extends StatusFacts>(sources: readonly S[]): S[] =>
  sources.toSorted((a, b) => URGENCY.indexOf(displayStatusOf(a)) - URGENCY.indexOf(displayStatusOf(b)));

/** Counts connections by status, most urgent first. An empty status is only included if it is the chosen one. */
export function countByStatus(sources: readonly StatusFacts[], chosen: DisplayStatus | null) {
  return URGENCY.map((status) => ({
    status,
    count: sources.filter((source) => displayStatusOf(source) === status).length,
  })).filter(({ status, count }) => count > 0 || status === chosen);
}
