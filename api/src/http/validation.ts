import type { TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Refusal, MAX_FAULTS, type Fault } from '@headwater/base/refusals/refusal';

// Nothing in a body is coerced: "5" is not 5. A query is always text, so numbers and
// booleans are read from it.
const bodies = new Ajv({ allErrors: true, strict: false });
const queries = new Ajv({ allErrors: true, strict: false, coerceTypes: true, useDefaults: true });
addFormats.default(bodies);
addFormats.default(queries);

type Check = (value: unknown) => { value: unknown } | { error: Refusal };

/** Checks a body. Returns a fault for every invalid field, each with its pointer. */
export function bodyCheck(schema: TSchema): Check {
  return check(compiledOnUse(bodies, schema), (pointer) => ({ pointer }));
}

/** Checks a query string. Its faults name the parameter. */
export function queryCheck(schema: TSchema): Check {
  return check(compiledOnUse(queries, schema), (pointer) => ({
    parameter: unescapePointer(pointer.slice(1)),
  }));
}

/** Compiles on first use, which takes a millisecond. Compiling all schemas would take half of the API's start. */
function compiledOnUse(ajv: Ajv, schema: TSchema): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => (validate ??= ajv.compile(schema));
}

type Source = (pointer: string) => Pick<Fault, 'pointer' | 'parameter'>;

function check(compiled: () => ValidateFunction, source: Source): Check {
  return (value) => {
    const validate = compiled();
    const [first, ...more] = validate(value) ? textFaults(value, source) : schemaFaults(validate, source);
    return first ? { error: new Refusal([first, ...more]) } : { value };
  };
}

/** Returns how a response violates its route's schema, or undefined. The tests check every response. */
export function responseFaults(schema: TSchema): (value: unknown) => string | undefined {
  const compiled = compiledOnUse(bodies, schema);
  return (value) => (compiled()(value) ? undefined : bodies.errorsText(compiled().errors));
}

function schemaFaults(validate: ValidateFunction, source: Source): Fault[] {
  const faults = new Map<string, Fault>();
  for (const error of validate.errors ?? []) {
    if (faults.size === MAX_FAULTS) break;
    const pointer = pointerOf(error);
    // All branches of a union report the same place, so the first one is enough.
    if (!faults.has(pointer)) faults.set(pointer, { ...describe(error), ...source(pointer) });
  }
  return [...faults.values()];
}

function pointerOf({ instancePath, keyword, params }: ErrorObject): string {
  const key =
    keyword === 'required'
      ? params.missingProperty
      : keyword === 'additionalProperties' && params.additionalProperty;
  return typeof key === 'string' ? `${instancePath}/${escapePointer(key)}` : instancePath;
}

function describe({ keyword, message, params }: ErrorObject): Fault {
  if (keyword === 'required') return { code: 'field_required' };
  if (keyword === 'additionalProperties') return { code: 'field_unknown' };
  const allowed = keyword === 'enum' ? `: ${(params.allowedValues as string[]).join(', ')}` : '';
  return { code: 'field_invalid', values: { fault: `${message ?? 'is wrong'}${allowed}` } };
}

// PostgreSQL's text and JSON accept any characters except these, and would fail in the middle of the work.
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

function textFaults(value: unknown, source: Source): Fault[] {
  const fault = {
    code: 'field_invalid',
    values: { fault: 'must not contain NUL or half of a surrogate pair' },
  } as const;
  // Computing pointers for a large body takes longer than searching its strings.
  if (holdsStorableText(value)) return [];
  return pointersOfBadText(value, '').map((pointer) => ({ ...fault, ...source(pointer) }));
}

function holdsStorableText(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, each]) => isStorable(key) && holdsStorableText(each));
}

function pointersOfBadText(value: unknown, pointer: string): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [pointer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const below = `${pointer}/${escapePointer(key)}`;
    return isStorable(key) ? pointersOfBadText(each, below) : [below];
  });
}

const escapePointer = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
const unescapePointer = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~');
