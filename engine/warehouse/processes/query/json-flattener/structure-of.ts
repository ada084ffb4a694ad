import type { JsonPart } from '@headwater/shared/contract';
import { JSON_KEY_MAX, JSON_PATH_MAX } from '@headwater/shared/contract/plain';
import type { JsonStructureResult } from '../messages.ts';

/** The most paths that are listed. */
const PARTS_MAX = 500;

/** How many items of each array are looked at. */
const ITEMS_MAX = 100;

const EXAMPLE_MAX = 80;

type JsonType = keyof JsonPart['types'];

interface Part {
  path: string[];
  array: string[] | null;
  found: number;
  types: Map<JsonType, number>;
  example: string | null;
  /** A number that no 64-bit integer or no double holds exactly. */
  isTooLarge: boolean;
}

/** What values of JSON are made of, as far as they were added. */
export class StructureOf {
  readonly #parts = new Map<string, Part>();
  /** How many values, or items of an array, were looked at, by the array's path. */
  readonly #values = new Map<string, number>();
  #rows = 0;
  #malformed = 0;
  #tooLong = 0;
  #isCut = false;

  /** Adds a text. Null stands for one that is too long. */
  add(text: string | null): void {
    this.#rows += 1;
    if (text === null) {
      this.#tooLong += 1;
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#malformed += 1;
      return;
    }
    this.#addWhole(null, value);
  }

  result(): JsonStructureResult {
    const parts = [...this.#parts.values()].map(
      ({ path, array, found, types, example, isTooLarge }): JsonPart => ({
        ...{ path, array, found, example },
        values: this.#values.get(JSON.stringify(array)) ?? 0,
        types: Object.fromEntries(types),
        type: isTooLarge ? 'text' : columnType(types),
      }),
    );
    return {
      ...{ rows: this.#rows, malformed: this.#malformed, tooLong: this.#tooLong },
      isCut: this.#isCut,
      parts,
    };
  }

  #addWhole(array: string[] | null, value: unknown): void {
    const key = JSON.stringify(array);
    this.#values.set(key, (this.#values.get(key) ?? 0) + 1);
    this.#walk(array, [], value);
  }

  #walk(array: string[] | null, path: string[], value: unknown): void {
    this.#count(array, path, value);
    if (Array.isArray(value)) {
      // An array within an item stays as it is.
      if (array === null) for (const item of value.slice(0, ITEMS_MAX)) this.#addWhole(path, item);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (key === '' || key === '*' || key.length > JSON_KEY_MAX || path.length >= JSON_PATH_MAX)
        this.#isCut = true;
      else this.#walk(array, [...path, key], part);
    }
  }

  #count(array: string[] | null, path: string[], value: unknown): void {
    const key = JSON.stringify([array, path]);
    let part = this.#parts.get(key);
    if (!part) {
      if (this.#parts.size >= PARTS_MAX) {
        this.#isCut = true;
        return;
      }
      part = { path, array, found: 0, types: new Map(), example: null, isTooLarge: false };
      this.#parts.set(key, part);
    }
    const type = typeOf(value);
    part.found += 1;
    part.types.set(type, (part.types.get(type) ?? 0) + 1);
    if (type === 'integer' && !Number.isSafeInteger(value)) part.isTooLarge = true;
    if (part.example === null && value !== null && typeof value !== 'object')
      part.example = String(value).slice(0, EXAMPLE_MAX);
  }
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?$/;

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  const text = String(value);
  if (DATE.test(text) && isTime(text)) return 'date';
  return TIMESTAMP.test(text) && isTime(text.replace(' ', 'T').slice(0, 19)) ? 'timestamp' : 'text';
}

const isTime = (text: string) => !Number.isNaN(Date.parse(text));

/** Returns the type of a column that holds all values of some types. */
function columnType(types: ReadonlyMap<JsonType, number>): JsonPart['type'] {
  const seen = [...types.keys()].filter((type) => type !== 'null');
  const isAll = (...these: JsonType[]) => seen.length > 0 && seen.every((type) => these.includes(type));
  if (seen.some((type) => type === 'object' || type === 'array')) return 'json';
  if (isAll('integer')) return 'integer';
  if (isAll('integer', 'number')) return 'number';
  if (isAll('boolean')) return 'boolean';
  if (isAll('date')) return 'date';
  return isAll('date', 'timestamp') ? 'timestamp' : 'text';
}
