import { isEqual, isNumeric } from '../template/values.ts';
import { fieldName, type ManifestField } from './form.ts';

/** Returns a schema with the properties that it has and one for each field of a specification, in their order. */
export function formSchema(
  base: Readonly<Record<string, unknown>>,
  all: readonly ManifestField[],
): Record<string, unknown> {
  const fields = all.filter(({ isFixed }) => !isFixed);
  const own = base.properties as object;
  const first = Object.keys(own).length;
  const conditions = fields.filter(isSometimesRequired).map(({ path, when }) => ({
    if: { properties: { [when!.field]: { const: when!.label } }, required: [when!.field] },
    then: { required: [fieldName(path)] },
  }));
  return {
    ...base,
    required: [
      ...(base.required as string[]),
      ...fields.filter(isAlwaysRequired).map(({ path }) => fieldName(path)),
    ],
    properties: {
      ...own,
      ...Object.fromEntries(fields.map((field, at) => [fieldName(field.path), property(field, first + at)])),
    },
    ...(conditions.length > 0 && { allOf: conditions }),
  };
}

const isAlwaysRequired = (field: ManifestField) =>
  field.isRequired && field.when === null && field.default === undefined;

const isSometimesRequired = (field: ManifestField) =>
  field.isRequired && field.when !== null && field.default === undefined;

function property(field: ManifestField, order: number): Record<string, unknown> {
  const {
    kind,
    title,
    description,
    isSecret,
    default: initial,
    options,
    minimum,
    maximum,
    example,
    when,
  } = field;
  const isText = kind === 'text' || kind === 'data' || kind === 'number';
  return {
    order,
    title,
    ...(description !== '' && { description: description.replace(/<[^>]*>/g, '') }),
    ...(kind === 'choice' ? { type: 'string', enum: [...new Set(options.map(({ label }) => label))] } : {}),
    ...(isText && { type: 'string', maxLength: 100_000 }),
    ...(kind === 'number' && { pattern: '^-?\\d+(\\.\\d+)?$' }),
    ...(kind === 'integer' && {
      type: 'integer',
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
    }),
    ...(kind === 'boolean' && { type: 'boolean' }),
    ...(kind === 'list' && { type: 'array', items: { type: 'string', maxLength: 10_000 }, maxItems: 1_000 }),
    ...(isSecret && { airbyte_secret: true }),
    ...(initial !== undefined && initial !== null && !isSecret && { default: defaultOf(field) }),
    ...(example !== undefined && kind === 'text' && !isSecret && { examples: [example] }),
    ...(when && { when: { field: when.field, value: when.label, required: isSometimesRequired(field) } }),
  };
}

function defaultOf({ kind, default: initial, options }: ManifestField): unknown {
  if (kind === 'choice')
    return (options.find(({ value, label }) => isEqual(value, initial) || label === initial) ?? options[0])
      ?.label;
  if (kind === 'data') return typeof initial === 'string' ? initial : JSON.stringify(initial);
  if (kind === 'text' || kind === 'number') return String(initial);
  return isNumeric(initial) ? Number(initial) : initial;
}
