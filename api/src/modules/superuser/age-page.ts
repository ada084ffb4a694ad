import { Refusal } from '../../platform/refusals/refusal.ts';
import { decodeCursor, encodeCursor } from '../../http/paging.ts';

/** A page of a list that is sorted by age, the youngest first. */
export interface AgePage {
  readonly size: number;
  /** Everything older than this; null from the start. `at` is PostgreSQL's own text, to the microsecond. */
  readonly after: { readonly at: string; readonly id: string } | null;
  /** For LIKE, lower case and escaped; null without a search. */
  readonly search: string | null;
}

export interface Aged {
  readonly id: string;
  /** `created_at::text`. */
  readonly at: string;
}

interface Wish {
  'page[size]': number;
  'page[after]'?: string;
  'filter[q]'?: string;
}

interface Reader<Row> {
  list(page: AgePage): Promise<Row[]>;
  count(search: string | null): Promise<number>;
}

/** Reads one row more than the page has, which tells whether there is a next one. */
export async function readPage<Row extends Aged, Resource>(
  wish: Wish,
  present: (row: Row) => Resource,
  { list, count }: Reader<Row>,
) {
  const size = wish['page[size]'];
  const search = wish['filter[q]'] ? likePattern(wish['filter[q]']) : null;
  const rows = await list({ size: size + 1, after: readCursor(wish['page[after]']), search });
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

/** Whether PostgreSQL's cast takes it: of this form, and a day of the calendar. */
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
