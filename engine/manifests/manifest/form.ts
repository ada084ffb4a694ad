import { ownValue } from '@headwater/shared/contract/plain';
import { parseJson } from '../json.ts';
import { exactNumber } from '../template/numbers.ts';
import {
  isDict,
  isEqual,
  isNumeric,
  newDict,
  own,
  textOf,
  type Dict,
  type Value,
} from '../template/values.ts';
import type { Faults } from './fault.ts';
import type { Lines } from './tree.ts';

/** A field of the form that a manifest's specification describes. Those of nested objects stand for themselves. */
export interface ManifestField {
  /** Where its value belongs in the configuration that templates see. */
  path: readonly string[];
  kind: 'text' | 'integer' | 'number' | 'boolean' | 'choice' | 'list' | 'data';
  title: string;
  description: string;
  isSecret: boolean;
  isRequired: boolean;
  default: Value;
  /** Of a choice: the values, and how they are shown. */
  options: readonly { value: Value; label: string }[];
  minimum: number | undefined;
  maximum: number | undefined;
  example: string | undefined;
  /** It only belongs to the form if another field has this value. */
  when: { field: string; label: string } | null;
  /** Its value can't be chosen. */
  isFixed: boolean;
}

/** Dots would be taken for nesting by forms. */
const SEPARATOR = ':';
const MOST_FIELDS = 200;

/** A field's name in the configuration that is stored. */
export const fieldName = (path: readonly string[]) => ['config', ...path].join(SEPARATOR);

/** The field at the top of the configuration that templates see, which a stored field belongs to. */
export const topOf = (name: string) => name.split(SEPARATOR)[1] ?? '';

/** Returns the fields of a specification, in the order in which they are shown. */
export function fieldsOf(specification: Value, lines: Lines, faults: Faults): ManifestField[] {
  if (!isDict(specification)) return [];
  const form = new FormBuilder(lines, faults);
  form.addObject(specification, [], null);
  return form.fields;
}

class FormBuilder {
  readonly fields: ManifestField[] = [];
  readonly #lines: Lines;
  readonly #faults: Faults;

  constructor(lines: Lines, faults: Faults) {
    this.#lines = lines;
    this.#faults = faults;
  }

  addObject(
    schema: Dict,
    path: readonly string[],
    when: ManifestField['when'],
    fixed: readonly string[] = [],
  ): void {
    const properties = own(schema, 'properties');
    if (!isDict(properties)) return;
    const required = own(schema, 'required');
    const names = new Set(Array.isArray(required) ? required.map(textOf) : []);
    const entries = Object.entries(properties).filter(
      ([name, property]) => isDict(property) && !fixed.includes(name),
    );
    const order = (property: Value) => {
      const given = isDict(property) ? own(property, 'order') : undefined;
      return isNumeric(given) ? Number(given) : Infinity;
    };
    entries.sort(([, one], [, other]) => (order(one) === order(other) ? 0 : order(one) - order(other)));
    for (const [name, property] of entries)
      this.#add(property as Dict, [...path, name], names.has(name), when, this.#lines.of(properties, name));
  }

  #add(
    property: Dict,
    path: readonly string[],
    isRequired: boolean,
    when: ManifestField['when'],
    line: number,
  ): void {
    const refuse = (reason: string) =>
      this.#faults.add('spec_unsupported', line, { field: path.join('.'), reason });
    if (path.length > 5 || this.fields.length >= MOST_FIELDS) return refuse('it has too many fields');
    if (path.some((part) => part.includes(SEPARATOR) || part === '__proto__'))
      return refuse('the name of a field is reserved');
    const variants = own(property, 'oneOf') ?? own(property, 'anyOf');
    if (Array.isArray(variants) && variants.every(isDict)) {
      if (when !== null) return refuse('a choice of objects is within another one');
      if (variants.some((variant) => isDict(own(variant, 'properties'))))
        return this.#addVariants(property, variants, path, isRequired);
    }
    if (isDict(own(property, 'properties'))) return this.addObject(property, path, when);
    this.fields.push(fieldOf(property, path, isRequired, when));
  }

  /** An object that can have one of several forms becomes a choice, and the fields of each of them. */
  #addVariants(
    property: Dict,
    variants: readonly Dict[],
    path: readonly string[],
    isRequired: boolean,
  ): void {
    const labels = variants.map((variant, at) => labelOf(variant, at));
    const discriminators = variants.map((variant) => fixedIn(variant));
    this.fields.push({
      ...fieldOf(property, path, isRequired, null),
      kind: 'choice',
      isSecret: false,
      default:
        defaultVariant(own(property, 'default'), variants, labels) ?? (isRequired ? labels[0] : undefined),
      // The value of a choice of objects is what all objects of that form have.
      options: labels.map((label, at) => ({ label, value: newDict(discriminators[at]) })),
    });
    const field = fieldName(path);
    for (const [at, variant] of variants.entries())
      this.addObject(
        variant,
        path,
        { field, label: labels[at]! },
        discriminators[at]!.map(([name]) => name),
      );
  }
}

function labelOf(variant: Dict, at: number): string {
  const title = own(variant, 'title');
  if (title !== undefined) return textOf(title);
  const [first] = fixedIn(variant);
  return first ? textOf(first[1]) : String(at + 1);
}

/** The properties that have one value only, by which forms of an object are told apart. */
function fixedIn(variant: Dict): [string, Value][] {
  const properties = own(variant, 'properties');
  if (!isDict(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]): [string, Value][] => {
    if (!isDict(property)) return [];
    const values = own(property, 'enum');
    if (Object.hasOwn(property, 'const')) return [[name, own(property, 'const')]];
    return Array.isArray(values) && values.length === 1 && !own(property, 'airbyte_secret')
      ? [[name, values[0]]]
      : [];
  });
}

function defaultVariant(
  given: Value,
  variants: readonly Dict[],
  labels: readonly string[],
): string | undefined {
  if (!isDict(given)) return undefined;
  const at = variants.findIndex((variant) =>
    fixedIn(variant).some(([name, value]) => isEqual(own(given, name), value)),
  );
  return labels[at];
}

function fieldOf(
  property: Dict,
  path: readonly string[],
  isRequired: boolean,
  when: ManifestField['when'],
): ManifestField {
  const values = own(property, 'enum');
  const options = Array.isArray(values) ? values.map((value) => ({ value, label: textOf(value) })) : [];
  const isFixed = Object.hasOwn(property, 'const') || own(property, 'airbyte_hidden') === true;
  const number = (name: string) => {
    const value = own(property, name);
    return isNumeric(value) ? Number(value) : undefined;
  };
  const examples = own(property, 'examples');
  const kind = kindOf(property, options.length > 0);
  return {
    path,
    kind,
    title: textOf(own(property, 'title')) || path.at(-1)!,
    description: textOf(own(property, 'description')),
    isSecret: own(property, 'airbyte_secret') === true && (kind === 'text' || kind === 'data'),
    isRequired,
    default: Object.hasOwn(property, 'const') ? own(property, 'const') : own(property, 'default'),
    options: kind === 'choice' ? options : [],
    minimum: number('minimum'),
    maximum: number('maximum'),
    example: Array.isArray(examples) && examples.length > 0 ? textOf(examples[0]) : undefined,
    when,
    isFixed,
  };
}

function kindOf(property: Dict, hasOptions: boolean): ManifestField['kind'] {
  const given = own(property, 'type');
  const types = (Array.isArray(given) ? given : [given]).map(textOf).filter((type) => type !== 'null');
  if (types.includes('array')) {
    const items = own(property, 'items');
    const itemType = isDict(items) ? textOf(own(items, 'type')) : 'string';
    return itemType === 'object' || itemType === 'array' ? 'data' : 'list';
  }
  if (hasOptions && own(property, 'airbyte_secret') !== true) return 'choice';
  if (types.includes('string')) return 'text';
  if (types.includes('boolean')) return 'boolean';
  if (types.includes('integer')) return 'integer';
  if (types.includes('number')) return 'number';
  return types.includes('object') ? 'data' : 'text';
}

/** Builds the configuration that templates see from what is stored for each field. */
export function configOf(fields: readonly ManifestField[], stored: Readonly<Record<string, unknown>>): Dict {
  const config = newDict();
  for (const field of fields) {
    if (!belongs(field, stored, fields)) continue;
    const given = field.isFixed ? undefined : ownValue(stored, fieldName(field.path));
    const value = valueOf(field, given);
    if (value !== undefined) put(config, field.path, value);
  }
  return config;
}

/** Whether a field belongs to the form as it is filled in. */
function belongs(
  { when }: ManifestField,
  stored: Readonly<Record<string, unknown>>,
  fields: readonly ManifestField[],
): boolean {
  if (when === null) return true;
  const choice = fields.find(({ path }) => fieldName(path) === when.field);
  return (ownValue(stored, when.field) ?? choice?.default) === when.label;
}

function valueOf(field: ManifestField, given: unknown): Value {
  const isMissing = given === undefined || given === null || given === '';
  if (field.kind === 'choice') {
    const label = isMissing
      ? field.options.some(({ label: each }) => each === field.default)
        ? field.default
        : undefined
      : given;
    const option =
      field.options.find((each) => each.label === label) ??
      field.options.find(({ value }) => isEqual(value, field.default));
    return label === undefined && !isNumeric(field.default) ? undefined : option?.value;
  }
  if (isMissing) return field.default;
  const text = typeof given === 'string' ? given : null;
  if ((field.kind === 'number' || field.kind === 'integer') && text !== null) return exactNumber(text);
  if (field.kind === 'data' && text !== null) return parsed(text);
  return Array.isArray(given) ? given.map((each) => String(each)) : (given as Value);
}

function parsed(text: string): Value {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function put(config: Dict, path: readonly string[], value: Value): void {
  let here = config;
  for (const part of path.slice(0, -1)) {
    const next = own(here, part);
    if (isDict(next)) here = next;
    else here[part] = here = newDict();
  }
  const name = path.at(-1)!;
  const before = own(here, name);
  here[name] =
    isDict(before) && isDict(value)
      ? newDict([...Object.entries(value), ...Object.entries(before)])
      : isDict(value)
        ? newDict(Object.entries(value))
        : value;
}
