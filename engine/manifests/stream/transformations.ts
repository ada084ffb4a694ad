import anyAscii from 'any-ascii';
import { rejectionReason } from '@headwater/protocol/rejection';
import { isDict, isNumeric, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import { removeAt, setAt, valueAt, valuesAt } from './paths.ts';
import type { Run, Templates } from './run.ts';
import { markUnusable } from './unusable.ts';

/** Changes a record as the stream's transformations say, one after another. */
export function transform(given: Dict, transformations: readonly Dict[], run: Run, known: Dict): Dict {
  let record = given;
  for (const transformation of transformations) record = transformed(record, transformation, run, known);
  return record;
}

function transformed(record: Dict, transformation: Dict, run: Run, known: Dict): Dict {
  const templates = run.templates(transformation, newDict([...Object.entries(known), ['record', record]]));
  switch (own(transformation, 'type')) {
    case 'AddFields':
      for (const field of templates.components('fields')) addField(record, field, transformation, run, known);
      return record;
    case 'RemoveFields':
      return removeFields(record, transformation, run);
    case 'KeysToLower':
      return withKeys(record, (key) => key.toLowerCase(), false);
    case 'KeysToSnakeCase':
      return withKeys(record, snakeCase, false);
    case 'KeysReplace': {
      const [old, now] = [templates.text('old'), templates.text('new')];
      return old === '' ? record : withKeys(record, (key) => key.replaceAll(old, () => now), true);
    }
    case 'FlattenFields':
      return flattened(
        record,
        own(transformation, 'flatten_lists') === undefined || templates.flag('flatten_lists'),
      );
    default:
      return flattenedAt(record, transformation, run, known);
  }
}

function addField(record: Dict, field: Dict, transformation: Dict, run: Run, known: Dict): void {
  const scope = newDict([...Object.entries(known), ['record', record]]);
  const templates = run.templates(field, scope);
  const type = textOf(own(field, 'value_type'));
  const value = type === '' ? templates.value('value') : typed(templates, type);
  const whole = run.templates(
    transformation,
    newDict([...Object.entries(scope), ['value', value], ['path', templates.path('path')]]),
  );
  const path = templates.path('path');
  if (whole.holds('condition') && !setAt(record, path, value ?? (type === 'string' ? '' : null)))
    markUnusable(record, rejectionReason('not_readable', { words: `${path.join('.')} isn’t in an object` }));
}

/** The value if it's of the type. Otherwise, the text as it is written. */
function typed(templates: Templates, type: string): Value {
  const value = templates.value('value');
  const isTyped =
    type === 'integer'
      ? isNumber(value) && (typeof value === 'bigint' || Number.isInteger(Number(value)))
      : type === 'number'
        ? isNumber(value)
        : typeof value === type;
  const isNone = (value === null || value === undefined) && type !== 'string';
  return isTyped || isNone ? value : templates.plain('value');
}

const isNumber = (value: Value) => isNumeric(value) && typeof value !== 'boolean';

function removeFields(record: Dict, transformation: Dict, run: Run): Dict {
  const pointers = own(transformation, 'field_pointers');
  const isConditional = own(transformation, 'condition') !== undefined;
  for (const pointer of Array.isArray(pointers) ? pointers : [])
    removeAt(
      record,
      Array.isArray(pointer) ? pointer.map(textOf) : [textOf(pointer)],
      (property) =>
        !isConditional ||
        run
          .templates(
            transformation,
            newDict([
              ['property', property],
              ['record', record],
            ]),
          )
          .holds('condition'),
    );
  return record;
}

/** Renames fields. One that would get the name of another gets a number, so that none is lost. */
function withKeys(record: Dict, change: (key: string) => string, isDeep: boolean): Dict {
  const renamed = newDict();
  for (const [key, value] of Object.entries(record)) {
    const wanted = change(key);
    let name = wanted;
    for (let number = 2; Object.hasOwn(renamed, name); number += 1) name = `${wanted}_${number}`;
    const isWithin = isDict(value) && (isDeep || change === snakeCase);
    renamed[name] = isWithin ? withKeys(value, change, isDeep) : value;
  }
  return renamed;
}

/** `userID2` becomes `user_id_2`, and `名前` becomes `ming_qian`, by the dialect's own way of writing other scripts. */
function snakeCase(key: string): string {
  const plain = anyAscii(key);
  const tokens = (plain.match(/[A-Z]+[a-z]*|[a-z]+|\d+|[^a-zA-Z\d]+/g) ?? []).map((token) =>
    /[a-zA-Z\d]/.test(token) ? token : '',
  );
  const kept =
    tokens.length >= 3 ? [tokens[0]!, ...tokens.slice(1, -1).filter(Boolean), tokens.at(-1)!] : tokens;
  if (/^\d/.test(kept[0] ?? '')) kept.unshift('');
  return kept.join('_').toLowerCase();
}

/** Lifts nested fields to the top, with their parents' names where there would be two of a name. */
function flattened(record: Dict, flattensLists: boolean): Dict {
  const flat = newDict();
  const stack: [Value, string][] = [[record, '_']];
  let isForced = false;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [value, name] = next;
    if (isDict(value))
      for (const [key, each] of Object.entries(value))
        stack.push([each, isForced || Object.hasOwn(flat, key) ? `${name}.${key}` : key]);
    else if (Array.isArray(value) && flattensLists) {
      for (const [at, each] of value.entries()) {
        isForced = true;
        stack.push([each, `${name}.${at}`]);
      }
    } else flat[name] = value;
  }
  return flat;
}

function flattenedAt(record: Dict, transformation: Dict, run: Run, known: Dict): Dict {
  const templates = run.templates(transformation, known);
  const path = templates.path('field_path');
  const found = path.includes('*') ? valuesAt(record, path)[0] : valueAt(record, path);
  if (!isDict(found)) return record;
  const keys = templates.component('key_transformation');
  const [prefix, suffix] = keys
    ? [run.templates(keys).text('prefix'), run.templates(keys).text('suffix')]
    : ['', ''];
  const lifted = Object.entries(found).map(([key, value]) => [`${prefix}${key}${suffix}`, value] as const);
  if (templates.flag('replace_record') && lifted.length > 0) return newDict(lifted);
  // Fields that the record has aren't overwritten.
  if (lifted.some(([key]) => Object.hasOwn(record, key))) return record;
  if (templates.flag('delete_origin_value')) removeAt(record, path, () => true);
  for (const [key, value] of lifted) record[key] = value;
  return record;
}
