import type { FlattenedField, JsonPath } from '@headwater/shared/contract';
import { literal } from '../sql/sql.ts';

/** Keys that need no quotes in a path. */
const PLAIN = /^[A-Za-z_]\w*$/;

/** Returns a path as the engine reads it: `$.customer."first name"`. */
const pathText = (path: JsonPath): string =>
  `$${path
    .map((key) => (PLAIN.test(key) ? `.${key}` : `."${key.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`))
    .join('')}`;

const TYPES = {
  integer: 'bigint',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  timestamp: 'timestamp with time zone',
} as const;

type Typed = Pick<FlattenedField, 'path' | 'type'>;

const textOf = (value: string, { path }: Typed) =>
  `json_extract_string(${value}, ${literal(pathText(path))})`;

/** Returns SQL for a part of a value of JSON, in its type. What isn't of the type is NULL. */
export function fieldSql(value: string, field: Typed): string {
  if (field.type === 'json') return `json_extract(${value}, ${literal(pathText(field.path))})`;
  const text = textOf(value, field);
  return field.type === 'text' ? text : `try_cast(${text} as ${TYPES[field.type]})`;
}

/** Returns SQL for whether there is a part that isn't of its type, so that it's lost or rounded. */
export function isUnfit(value: string, field: Typed): string {
  if (field.type === 'json' || field.type === 'text') return 'false';
  const text = textOf(value, field);
  const isLost = `${text} is not null and ${fieldSql(value, field)} is null`;
  if (field.type !== 'integer') return `(${isLost})`;
  return `(${isLost} or coalesce(not regexp_full_match(${text}, '\\s*[+-]?\\d+(\\.0*)?\\s*'), false))`;
}

/** Returns SQL for whether there is a part. */
export const isThere = (value: string, field: Typed): string => `${textOf(value, field)} is not null`;

/** Returns SQL for the items of an array as a list. It's empty if there is none. */
export const itemsSql = (value: string, path: JsonPath): string =>
  `json_extract(${value}, ${literal(`${pathText(path)}[*]`)})`;
