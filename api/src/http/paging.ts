import { Type } from '@sinclair/typebox';
import type { NewestFirst } from '../platform/database/newest-first.ts';
import { Refusal } from '@headwater/base/refusals/refusal';

const DEFAULT_SIZE = 25;
const MAX_SIZE = 100;

/** The query parameters of a list. Add `...pageQuery` to its other parameters. */
export const pageQuery = {
  'page[size]': Type.Integer({ minimum: 1, maximum: MAX_SIZE, default: DEFAULT_SIZE }),
  'page[after]': Type.Optional(Type.String({ maxLength: 1000 })),
};

/** Encodes a position in a list, opaque to the client: the sort key of the last row that it has seen. */
export function encodeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** What PostgreSQL's `integer`, `bigint` (as far as numbers are exact), and `text` can hold. */
const fits = {
  int4: (value: unknown) => isCount(value) && value <= 2 ** 31 - 1,
  int8: (value: unknown) => isCount(value),
  text: (value: unknown) => typeof value === 'string' && !value.includes('\0'),
};
type Kind = keyof typeof fits;
type Values<Kinds extends readonly Kind[]> = {
  [At in keyof Kinds]: Kinds[At] extends 'text' ? string : number;
};

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Decodes a cursor from `encodeCursor`. Throws a 422 for values that the list's SQL could not use. */
export function decodeCursor<const Kinds extends readonly Kind[]>(
  cursor: string,
  kinds: Kinds,
): Values<Kinds> {
  const values = parse(cursor);
  if (values?.length === kinds.length && kinds.every((kind, at) => fits[kind](values[at])))
    return values as Values<Kinds>;
  throw new Refusal('cursor_invalid', { parameter: 'page[after]' });
}

function parse(cursor: string): unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes where a page begins of a list of which the newest rows come first. Null is its beginning. */
export function newestFirst(cursor: string | undefined): NewestFirst | null {
  if (cursor === undefined) return null;
  const [position, id] = decodeCursor(cursor, ['int8', 'text']);
  return { position, id };
}

/** Takes a page from rows of such a list, of which there is one more if another page follows. */
export function pageOf<Row extends NewestFirst>(
  found: readonly Row[],
  size: number,
): { page: Row[]; next: string | null } {
  const page = found.slice(0, size);
  const last = page.at(-1);
  return { page, next: found.length > size && last ? encodeCursor([last.position, last.id]) : null };
}
