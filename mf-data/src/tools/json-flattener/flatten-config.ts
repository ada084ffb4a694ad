import {
  FLATTENED_TYPES,
  type FlattenConfig,
  type FlattenedField,
  type JsonPart,
} from '@headwater/shared/contract';
import type { Table } from '@headwater/shared/tables';

export const EMPTY: FlattenConfig = { tableId: '', column: '', keep: [], items: null, fields: [] };

/** So many paths are taken at once. */
const TAKEN_MAX = 30;

/** A place in a value, or in an item of its array. */
export type Place = Pick<JsonPart, 'path' | 'array'>;

export const isSamePath = (one: readonly string[] | null, other: readonly string[] | null) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Whether a field is what stands at a place. */
export const isAt = (field: FlattenedField, { path, array }: Place) =>
  field.inItem === (array !== null) && isSamePath(field.path, path);

/** Returns the parts that can become columns: all but objects, and items only of the array that becomes rows. */
export const partsFor = ({ items }: FlattenConfig, parts: readonly JsonPart[]): JsonPart[] =>
  parts.filter(
    ({ path, array, types }) =>
      (array === null ? path.length > 0 : items !== null && isSamePath(array, items.path)) &&
      Object.keys(types).some((type) => type !== 'object' && type !== 'null') &&
      // The array itself is what becomes rows.
      !(array === null && isSamePath(path, items?.path ?? null)),
  );

/** Returns the column that a part becomes, under a name that isn't taken. */
export function fieldOf({ path, array, type }: JsonPart, taken: readonly string[]): FlattenedField {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  const name = path.length === 0 ? 'value' : path.join('_');
  let as = name;
  for (let number = 2; names.has(as.toLowerCase()); number += 1) as = `${name}_${number}`;
  return { path, inItem: array !== null, as, type };
}

/** All names that a config gives. */
export const namesIn = ({ keep, items, fields }: FlattenConfig): string[] => [
  ...keep,
  ...(items?.position == null ? [] : [items.position]),
  ...fields.map(({ as }) => as),
];

/** Adds the columns of parts that have none yet. */
export function withParts(config: FlattenConfig, parts: readonly JsonPart[]): FlattenConfig {
  const missing = partsFor(config, parts)
    .filter((part) => part.type !== 'json' && !config.fields.some((field) => isAt(field, part)))
    .slice(0, TAKEN_MAX);
  return missing.reduce(
    (next, part) => ({ ...next, fields: [...next.fields, fieldOf(part, namesIn(next))] }),
    config,
  );
}

/** What stays beside: the key, by which rows are recognized. */
export const keptOf = ({ columns, primaryKey }: Table, column: string): string[] => {
  const key = primaryKey.filter((name) => name !== column);
  const [first] = columns.map(({ name }) => name).filter((name) => name !== column);
  return key.length > 0 ? key : first === undefined ? [] : [first];
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Returns what an address says is set up, or undefined if it's something else. */
export function readFlatten(value: unknown): FlattenConfig | undefined {
  if (!isObject(value) || typeof value.tableId !== 'string' || typeof value.column !== 'string')
    return undefined;
  const { keep, items = null, fields } = value;
  const isItems =
    items === null ||
    (isObject(items) &&
      isTexts(items.path) &&
      (items.position === null || typeof items.position === 'string') &&
      typeof items.keepEmpty === 'boolean');
  const isFields =
    Array.isArray(fields) &&
    fields.every(
      (field: unknown) =>
        isObject(field) &&
        isTexts(field.path) &&
        typeof field.inItem === 'boolean' &&
        typeof field.as === 'string' &&
        FLATTENED_TYPES.some((type) => type === field.type),
    );
  return isTexts(keep) && isItems && isFields ? (value as unknown as FlattenConfig) : undefined;
}
