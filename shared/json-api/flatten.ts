import { Jsona } from 'jsona';

/** A resource of the contract as screens use it: `id`, `type`, and the attributes in one object. */
export type Flat<R extends { type: string; id: string; attributes: object }> = {
  id: string;
  type: R['type'];
} & R['attributes'];

export interface Page<T> {
  items: T[];
  /** The value of `page[after]` for the next page; null on the last page. */
  next: string | null;
  total: number;
}

const jsona = new Jsona();

/**
 * Flattens a document's primary data. A relationship becomes the included resource, with circular references kept, or
 * `{ type, id }` if the resource isn't included. A value without `data` (a 204's body) is returned unchanged.
 */
export function flatten<T>(document: unknown): T {
  if (!isDocument(document)) return document as T;
  return (document.data === null ? null : jsona.deserialize(document)) as T;
}

/** Flattens a list that is paged by cursor. */
export function flattenPage<T>(document: unknown): Page<T> {
  const { links, meta } = document as { links: { next: string | null }; meta: { total: number } };
  return { items: flatten<T[]>(document), next: links.next, total: meta.total };
}

type JsonApiDocument = Exclude<Parameters<Jsona['deserialize']>[0], string>;

function isDocument(value: unknown): value is JsonApiDocument {
  return typeof value === 'object' && value !== null && 'data' in value;
}
