import { api } from '@headwater/shared/api';
import type { LogLevel, LogLineAttributes, LogPageDocument } from '@headwater/shared/contract';
import type { QueryClient } from '@headwater/shared/query';
import type { RunAddress } from '../../sync-run.queries.ts';

export type LogLine = { id: string } & LogLineAttributes;

export interface LogFilter {
  /** Lines of this level and of more serious ones; null for all. */
  level: LogLevel | null;
  tableName: string | null;
  text: string;
  /** The codes of lines and failures that say this in the user's language. The server only has their English texts. */
  codes: readonly string[];
}

/** Lines, newest first. */
interface LogPage {
  lines: LogLine[];
  older: string | null;
  newer: string;
  hasNewer: boolean;
}

interface LogData {
  pages: LogPage[];
  pageParams: (string | null)[];
}

const PAGE_SIZE = 100;

const base = ({ organizationId, sourceConnectionId, runId }: RunAddress) =>
  `organizations/${organizationId}/source-connections/${sourceConnectionId}/sync-runs/${runId}`;

async function fetchPage(
  run: RunAddress,
  { level, tableName, text, codes }: LogFilter,
  position: { before?: string | null; after?: string },
  signal?: AbortSignal,
): Promise<LogPage> {
  const query = new URLSearchParams({ 'page[size]': String(PAGE_SIZE) });
  if (position.before) query.set('page[before]', position.before);
  if (position.after) query.set('page[after]', position.after);
  if (level) query.set('filter[level]', level);
  if (tableName) query.set('filter[tableName]', tableName);
  if (text.trim()) query.set('filter[text]', text.trim());
  if (codes.length > 0) query.set('filter[codes]', codes.join(','));
  const { data, links, meta } = await api.raw<LogPageDocument>(`${base(run)}/log-lines?${query}`, { signal });
  const lines = data.map(({ id, attributes }) => ({ id, ...attributes }));
  return { lines, ...links, ...meta };
}

/** A run's log, filtered, from its end or from the line with the ID `from` to its beginning. */
interface LogPart {
  run: RunAddress;
  filter: LogFilter;
  from: string | null;
}

export const logQuery = ({ run, filter, from }: LogPart) => ({
  queryKey: ['log_lines', run.organizationId, run.runId, filter, from] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    fetchPage(run, filter, { before: pageParam }, signal),
  initialPageParam: from && lineAfter(from),
  getNextPageParam: (page: LogPage) => page.older,
  // Lines never change, and new ones are added by `followLog`.
  staleTime: Infinity,
});

/** Adds the lines that were written since to a log that is already loaded. */
export async function followLog(client: QueryClient, part: LogPart): Promise<void> {
  const { queryKey } = logQuery(part);
  for (let hasNewer = true; hasNewer;) {
    const first = client.getQueryData<LogData>(queryKey)?.pages[0];
    if (!first) return;
    const page = await fetchPage(part.run, part.filter, { after: first.newer });
    client.setQueryData<LogData>(queryKey, (log) => log && withNewer(log, first.newer, page));
    hasNewer = page.hasNewer;
  }
}

/** Adds a page at the top, unless another request has added it meanwhile. */
function withNewer(log: LogData, after: string, page: LogPage): LogData {
  const [first, ...rest] = log.pages;
  if (!first || first.newer !== after) return log;
  return {
    ...log,
    pages: [{ ...first, lines: [...page.lines, ...first.lines], newer: page.newer }, ...rest],
  };
}

/** Returns the ID of the line that follows, whether or not there is one. */
function lineAfter(id: string): string {
  const [attempt, line] = id.split('.');
  return `${attempt}.${Number(line) + 1}`;
}

/** The URL of the whole log as a text file. */
export const logFileUrl = (run: RunAddress) => api.fileUrl(`${base(run)}/log-file`);
