import fc from 'fast-check';

/** The part of JSON Schema 2020-12 that the API's documentation uses. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  /** Of a list that has a schema for each position, and nothing after them. */
  readonly prefixItems?: readonly Schema[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

/** One operation of the API as documented. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>;
}

export const operationsOf = ({ paths }: OpenApi): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );

/** A request to be sent. */
export interface GeneratedRequest {
  /** Replacements for existing values; null to use the existing value. */
  readonly params: Readonly<Record<string, string | null>>;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: string | Buffer | undefined;
}

/** Headers that the test client always sends. */
const SENT_ANYWAY = ['Origin', 'X-CSRF-Token'];

/** Generates requests as documented, with something wrong in about a third of them. */
export function requestsOf({ parameters = [], requestBody }: Operation): fc.Arbitrary<GeneratedRequest> {
  const of = (place: Parameter['in']) => parameters.filter((each) => each.in === place);
  const record = (place: Parameter['in'], value: (parameter: Parameter) => fc.Arbitrary<string>) => {
    const named = of(place).filter(({ name }) => !SENT_ANYWAY.includes(name));
    const values = Object.fromEntries(named.map((each) => [each.name, value(each)]));
    const required = named.filter((each) => each.required).map(({ name }) => name);
    const some = (requiredKeys: string[]) =>
      fc.record(values, { requiredKeys }) as fc.Arbitrary<Record<string, string>>;
    return fc.oneof({ weight: 9, arbitrary: some(required) }, some([]));
  };
  const text = ({ schema }: Parameter) => valuesOf(schema).map(asText);
  const params = of('path').map(
    ({ name }) => [name, fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, hostile.map(asText))] as const,
  );
  return fc.record({
    params: fc.record(Object.fromEntries(params)),
    query: record('query', text).map((values) => new URLSearchParams(values).toString()),
    // Node.js itself refuses other characters.
    headers: record('header', (each) => text(each).map((value) => value.replace(/[^\t\x20-\x7e]/g, '?'))),
    payload: requestBody ? payloadsOf(requestBody.content) : fc.constant(undefined),
  });
}

function payloadsOf(content: Content): fc.Arbitrary<string | Buffer> {
  const form = content['application/x-www-form-urlencoded'];
  if (form) return fc.oneof({ weight: 19, arbitrary: valuesOf(form.schema).map(asForm) }, fc.string());
  const json = content['application/json'];
  if (!json) return fc.uint8Array({ maxLength: 1_000 }).map((bytes) => Buffer.from(bytes));
  const documents = valuesOf(json.schema).map((value) => JSON.stringify(value));
  return fc.oneof({ weight: 19, arbitrary: documents }, fc.string(), fc.json());
}

const ODD = [
  null,
  '',
  '\0',
  '\ud800',
  '__proto__',
  'x'.repeat(5_000),
  "'; --",
  '%00',
  '../..',
  2 ** 31,
  2 ** 63,
  -1,
  1.5,
];
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...ODD),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
);

/** Generates values of a schema, with an occasional invalid one at any depth. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 15, arbitrary: fittingValues(schema) }, hostile);
}

function fittingValues(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fittingValues));
  switch (schema.type) {
    case 'object':
      return schema.properties ? objects(schema) : fc.dictionary(fc.string(), fc.jsonValue());
    case 'array':
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map(valuesOf));
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 5, 5) });
    case 'string':
      return schema.pattern ? fc.stringMatching(new RegExp(schema.pattern)) : fc.string();
    case 'integer':
      return fc.oneof(...integers(schema));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function objects({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const values = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valuesOf(each)]));
  const whole = fc.record(values, { requiredKeys: [...required] });
  const more = fc
    .tuple(whole, fc.string(), hostile)
    .map(([value, key, other]) => ({ ...value, [key]: other }));
  return fc.oneof({ weight: 15, arbitrary: whole }, more, fc.record(values, { requiredKeys: [] }));
}

/** Generates small integers, and if there is no bound, ones that don't fit into 32 bits. */
function integers({ minimum, maximum }: Schema): fc.Arbitrary<number>[] {
  const small = fc.integer({ min: minimum ?? -100, max: maximum ?? 100 });
  return maximum === undefined ? [small, fc.integer({ min: 2 ** 31, max: 2 ** 31 + 100 })] : [small];
}

const asForm = (value: unknown): string =>
  new URLSearchParams(
    Object.entries(value ?? {}).map(([name, each]): [string, string] => [name.toWellFormed(), asText(each)]),
  ).toString();

const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
