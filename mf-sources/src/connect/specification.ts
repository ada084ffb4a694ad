import { ownValue } from '@headwater/shared/contract';
/** One field of a connection's form, read from the connector's JSON Schema. */
export interface FieldSpec {
  name: string;
  kind:
    | 'text'
    | 'secret'
    | 'integer'
    | 'boolean'
    | 'choice'
    | 'list'
    | 'lines'
    | 'uploads'
    | 'sheets'
    | 'manifest';
  title: string;
  /** The ID of the field's group. Groups are collapsed at first. */
  group: string | undefined;
  description: string | undefined;
  example: string | undefined;
  required: boolean;
  initial: string | boolean;
  options: readonly string[];
  minimum: number | undefined;
  maximum: number | undefined;
  maxLength: number | undefined;
  /** Of the text, or of each line. */
  pattern: RegExp | undefined;
  /** Lists and ranges in braces stand for several addresses. */
  hasRanges?: boolean;
  /** Its text is that of a file, which can be chosen instead of pasted. */
  isFile?: boolean;
  /** The type of that file, as in `<input accept>`; undefined for any. */
  accept?: string | undefined;
  /** It only belongs to the form if another field has this value. */
  when?: { field: string; value: string } | undefined;
}

/** Whether a form has such a field outside of its list of fields. */
export const isElsewhere = (kind: FieldSpec['kind']) =>
  kind === 'uploads' || kind === 'sheets' || kind === 'manifest';

interface Property {
  type?: string | string[];
  title?: string;
  description?: string;
  examples?: unknown[];
  enum?: unknown[];
  items?: { properties?: object; pattern?: string };
  default?: unknown;
  order?: number;
  group?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  lines?: boolean;
  ranges?: boolean;
  contentMediaType?: string;
  when?: { field: string; value: string; required?: boolean };
  airbyte_secret?: boolean;
  airbyte_hidden?: boolean;
}

/** Returns the fields in the schema's `order`, followed by those without one in the order of the schema. */
export function fieldsOf(specification: Record<string, unknown>): FieldSpec[] {
  const properties = Object.entries((specification.properties ?? {}) as Record<string, Property>);
  const required = new Set((specification.required ?? []) as string[]);
  return properties
    .filter(([, property]) => !property.airbyte_hidden)
    .map(([name, property]) => ({
      field: field(name, property, required.has(name) || property.when?.required === true),
      order: property.order ?? Infinity,
    }))
    .toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order))
    .map(({ field }) => field);
}

function field(name: string, property: Property, required: boolean): FieldSpec {
  const kind = kindOf(property);
  const pattern = property.pattern ?? property.items?.pattern;
  return {
    name,
    kind,
    title: property.title ?? name,
    group: property.group,
    description: property.description,
    example: property.examples?.[0] === undefined ? undefined : String(property.examples[0]),
    required,
    initial: initial(kind, property.default),
    options: (property.enum ?? []).map(String),
    minimum: property.minimum,
    maximum: property.maximum,
    maxLength: property.maxLength,
    pattern: pattern ? new RegExp(pattern, 'u') : undefined,
    ...(property.ranges && { hasRanges: true }),
    isFile: property.format === 'secret_file',
    accept: property.contentMediaType,
    when: property.when,
  };
}

function kindOf(property: Property): FieldSpec['kind'] {
  const { type, enum: options, items, format, lines, airbyte_secret: secret } = property;
  const types = [type].flat();
  if (format === 'manifest' || format === 'sheets') return format;
  if (secret) return 'secret';
  if (options) return 'choice';
  if (types.includes('boolean')) return 'boolean';
  if (types.includes('integer')) return 'integer';
  if (items?.properties && 'uploadId' in items.properties) return 'uploads';
  if (lines) return 'lines';
  return types.includes('array') ? 'list' : 'text';
}

function initial(kind: FieldSpec['kind'], value: unknown): string | boolean {
  if (kind === 'boolean') return value === true;
  if (Array.isArray(value)) return value.join(', ');
  return value === undefined || value === null ? '' : String(value);
}

/** Returns the fields that belong to a form with these values. One that depends on a field goes with it. */
export function fieldsFor(
  fields: readonly FieldSpec[],
  values: Readonly<Record<string, string | boolean>>,
): FieldSpec[] {
  const belongs = ({ when }: FieldSpec): boolean => {
    if (when === undefined) return true;
    const other = fields.find(({ name }) => name === when.field);
    return ownValue(values, when.field) === when.value && (other === undefined || belongs(other));
  };
  return fields.filter(belongs);
}
