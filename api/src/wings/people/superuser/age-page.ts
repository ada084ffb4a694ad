import { Refusal } from '@headwater/base/refusals/refusal';
import { decodeCursor, encodeCursor } from '../../../http/paging.ts';

/** A page of a list that is sorted by age, newest first. */
export interface AgePage {
  readonly size: number;
  /** Only rows older than this, or null to begin at the start. `at` is PostgreSQL's own text, to the microsecond. */
  readonly after: { readonly at: string; readonly id: string } | null;
  /** A pattern for LIKE, in lower case and escaped. Null without a search. */
  readonly search: string | null;
}

export interface Aged {
  readonly id: string;
  /** The value of `created_at::text`. */
  readonly at: string;
}

interface PageQuery {
  'page[size]': number;
  'page[after]'?: string;
  'filter[q]'?: string;
}

interface Reader<Row> {
  list(page: AgePage): Promise<Row[]>;
  count(search: string | null): Promise<number>;
}

/** Reads a page, and one row more to see whether there is a next page. */
export async function readPage<Row extends Aged, Resource>(
  query: PageQuery,
  present: (row: Row) => Resource,
  { list, count }: Reader<Row>,
) {
  const size = query['page[size]'];
  const search = query['filter[q]'] ? likePattern(query['filter[q]']) : null;
  const rows = await list({ size: size + 1, after: readCursor(query['page[after]']), search });
  const shown = rows.slice(0, size);
  const last = rows.length > size ? shown.at(-1) : undefined;
  return {
    data: shown.map(present),
    links: { next: last ? encodeCursor([last.at, last.id]) : null },
    meta: { total: await count(search) },
  };
}

function readCursor(cursor: string | undefined): AgePage['after'] {
  if (cursor === undefined) return null;
  const [at, id] = decodeCursor(cursor, ['text', 'text']);
  if (!isTimestamp(at)) throw new Refusal('cursor_invalid', { parameter: 'page[after]' });
  return { at, id };
}

const TIMESTAMP = /^(?!0000)(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/;

/** Whether PostgreSQL's cast accepts it: it has this form, and its day exists in the calendar. */
function isTimestamp(at: string): boolean {
  const [, day, time] = TIMESTAMP.exec(at) ?? [];
  return new Date(`${day}T${time}Z`).toJSON() === `${day}T${time}.000Z`;
}

function likePattern(text: string): string {
  return `%${text
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`;
}
