import type { ColumnKind } from '@headwater/shared/contract';
import type { Encoding, StreamColumn } from '@headwater/protocol/protocol';
import { commentsOf, type SourceComments } from '@headwater/protocol/source-comments';
import { storableText } from '@headwater/protocol/storable';
import { isoMoment } from '@headwater/protocol/date-texts';
import { Float } from '../template/float.ts';
import { isDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import { isWrapped, whyUnusable } from './unusable.ts';

/** The most columns of a table. Other fields of its records aren't read. */
const MOST_COLUMNS = 1_000;

interface ColumnType {
  kind: ColumnKind;
  type: string;
  encoding: Encoding;
}

const as = (kind: ColumnKind, type: string, encoding: Encoding = 'value'): ColumnType => ({
  kind,
  type,
  encoding,
});

const TEXT = as('text', 'VARCHAR');
const JSON_TEXT = as('json', 'JSON', 'json');
const WHOLE = as('number', 'BIGINT');
const NUMBER = as('number', 'DOUBLE');
const HUGE = as('number', 'VARCHAR', 'widest_decimal');
const BOOLEAN = as('boolean', 'BOOLEAN');
const DATE = as('date', 'DATE');
const MOMENT = as('timestamp', 'TIMESTAMP WITH TIME ZONE');
const LOCAL_TIME = as('timestamp', 'TIMESTAMP');

/** Columns with the fields of the records that they hold. */
export interface Shape {
  columns: StreamColumn[];
  /** The field of each column. */
  fields: string[];
}

/** Returns the columns of a JSON Schema. Null if it names none. */
export function shapeOf(schema: Value, key: readonly string[]): Shape | null {
  const properties = isDict(schema) ? own(schema, 'properties') : undefined;
  if (!isDict(properties) || Object.keys(properties).length === 0) return null;
  const columns = Object.entries(properties).map(([name, property]) => {
    const { types, sourceType } = typesOf(property);
    return { field: name, of: columnType(types, property), sourceType, isNullable: !key.includes(name) };
  });
  return namedShape(columns);
}

/** Returns what a JSON Schema says about a table and those of its fields that are columns. */
export function commentsIn(schema: Value, { columns, fields }: Shape): SourceComments {
  if (!isDict(schema)) return {};
  const properties = own(schema, 'properties');
  const said = (field: string) => {
    const property = isDict(properties) ? own(properties, field) : undefined;
    return isDict(property) ? own(property, 'description') : undefined;
  };
  return commentsOf(
    own(schema, 'description'),
    columns.map(({ name }, at) => [name, said(fields[at]!)]),
  );
}

function typesOf(property: Value): { types: string[]; sourceType: string } {
  if (!isDict(property)) return { types: [], sourceType: 'any' };
  const variants = own(property, 'anyOf') ?? own(property, 'oneOf');
  const given = own(property, 'type');
  const own_ = (Array.isArray(given) ? given : given === undefined ? [] : [given]).map(textOf);
  const within = Array.isArray(variants) ? variants.flatMap((each) => typesOf(each).types) : [];
  const types = [...new Set([...own_, ...within])].filter((type) => type !== 'null');
  return { types, sourceType: types.join(' or ') || 'any' };
}

function columnType(types: readonly string[], property: Value): ColumnType {
  const [type, ...others] = types;
  const dict = isDict(property) ? property : null;
  if (types.length === 2 && types.includes('integer') && types.includes('number')) return NUMBER;
  if (type === undefined) return JSON_TEXT;
  if (others.length > 0)
    return types.every((each) => each !== 'object' && each !== 'array') ? TEXT : JSON_TEXT;
  if (type === 'integer') return WHOLE;
  if (type === 'number') return dict && own(dict, 'airbyte_type') === 'integer' ? WHOLE : NUMBER;
  if (type === 'boolean') return BOOLEAN;
  if (type === 'object' || type === 'array') return JSON_TEXT;
  const format = dict ? own(dict, 'format') : undefined;
  if (format === 'date') return DATE;
  if (format === 'date-time')
    return dict && own(dict, 'airbyte_type') === 'timestamp_without_timezone' ? LOCAL_TIME : MOMENT;
  return TEXT;
}

/** Returns the columns of fields of which nothing is known but that they hold data or not. Null without fields. */
export function shapeOfFields(
  fields: ReadonlyMap<string, 'text' | 'json'>,
  key: readonly string[],
): Shape | null {
  if (fields.size === 0) return null;
  return namedShape(
    [...fields].map(([field, kind]) => ({
      field,
      of: kind === 'json' ? JSON_TEXT : TEXT,
      sourceType: 'any',
      isNullable: !key.includes(field),
    })),
  );
}

const DATE_TEXT = /^\d{4}-\d{2}-\d{2}$/;

/** Collects what the fields of records have in common. */
export class Sample {
  readonly #fields = new Map<string, Value[]>();
  /** What isn't an object. It has a column only if nothing is. */
  readonly #others: Dict[] = [];
  rows = 0;

  add(record: Dict): void {
    if (whyUnusable(record, null)) return;
    this.rows += 1;
    if (isWrapped(record)) this.#others.push(record);
    else this.#addFields(record);
  }

  #addFields(record: Dict): void {
    for (const [name, value] of Object.entries(record)) {
      let values = this.#fields.get(name);
      if (!values) this.#fields.set(name, (values = []));
      if (value !== null && value !== undefined) values.push(value);
    }
  }

  shape(key: readonly string[]): Shape {
    if (this.#fields.size === 0) for (const record of this.#others) this.#addFields(record);
    const columns = [...this.#fields].map(([field, values]) => {
      const of = inferred(values);
      return {
        field,
        of,
        sourceType: of.type === 'JSON' ? 'json' : of.kind,
        isNullable: !key.includes(field),
      };
    });
    return namedShape(columns);
  }
}

function inferred(values: readonly Value[]): ColumnType {
  if (values.length === 0) return TEXT;
  const all = (test: (value: Value) => boolean) => values.every(test);
  if (all((value) => typeof value === 'boolean')) return BOOLEAN;
  const isDouble = (value: Value) => typeof value === 'number' || value instanceof Float;
  if (all((value) => isDouble(value) && Number.isSafeInteger(Number(value)))) return WHOLE;
  if (all(isDouble)) return NUMBER;
  if (all((value) => isDouble(value) || typeof value === 'bigint')) return HUGE;
  if (all((value) => typeof value === 'string' && DATE_TEXT.test(value))) return DATE;
  if (all((value) => typeof value === 'string' && isoMoment(value) !== null)) return MOMENT;
  return all((value) => typeof value !== 'object' || value instanceof Float) ? TEXT : JSON_TEXT;
}

interface Found {
  field: string;
  of: ColumnType;
  sourceType: string;
  isNullable: boolean;
}

/** Names that differ in case only are those of one column for the engine, so they get a number. */
function namedShape(found: readonly Found[]): Shape {
  const taken = new Set<string>();
  const columns: StreamColumn[] = [];
  const fields: string[] = [];
  for (const { field, of, sourceType, isNullable } of found.slice(0, MOST_COLUMNS)) {
    const wanted = storableText(storableText(field).slice(0, 200)) || 'field';
    let name = wanted;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${wanted}_${number}`;
    taken.add(name.toLowerCase());
    fields.push(field);
    columns.push({ name, ...of, sourceType, nullable: isNullable });
  }
  return { columns, fields };
}
