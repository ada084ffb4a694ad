import { LOG_LEVELS } from '@headwater/shared/contract';
import type { LogFilter } from './log.queries.ts';

/** What the URL says about the log. */
export interface LogView extends Omit<LogFilter, 'codes'> {
  /** The ID of the line that a link leads to. */
  line: string | null;
}

const LINE = /^\d{1,9}\.\d{1,12}$/;

export function logViewOf(query: URLSearchParams): LogView {
  const line = query.get('line');
  return {
    level: LOG_LEVELS.find((level) => level === query.get('level') && level !== 'info') ?? null,
    tableName: query.get('table'),
    text: query.get('find') ?? '',
    line: line !== null && LINE.test(line) ? line : null,
  };
}

/** Returns the URL's query with another view of the log. What isn't set is omitted. */
export function withLogView(
  query: URLSearchParams,
  { level, tableName, text, line }: LogView,
): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries({ level, table: tableName, find: text, line }))
    if (value) next.set(name, value);
    else next.delete(name);
  return next;
}
