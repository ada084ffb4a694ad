import fc from 'fast-check';
import {
  AUTHENTICATIONS,
  CREDENTIALS,
  NO_AUTHENTICATION,
  NO_PAGES,
  NOT_INCREMENTAL,
  RESERVED_NAMES,
  type ApiForm,
  type Authentication,
  type Pages,
  type Pair,
  type StreamForm,
} from './api-form.ts';
import { isShown, readManifest } from './read-manifest.ts';
import { writeManifest } from './write-manifest.ts';

/** What people type into a field: a line of any text. Words that YAML or the dialect read as something else are likely. */
const typed = fc.oneof(
  fc.constantFrom(
    '',
    'true',
    'null',
    '~',
    'no',
    '0x1f',
    '1e3',
    '007',
    '10',
    '- a',
    'a: b',
    '#c',
    '&a',
    '*',
    '{{ 1 }}',
    "'",
    '\\',
    '__proto__',
    '2024-01-01',
    '<<',
    '$ref',
    '!x',
    '|',
    '%',
  ),
  fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, '')),
);
const path = fc
  .array(
    typed.map((part) => part.replaceAll('.', '')),
    { maxLength: 3 },
  )
  .map((parts) => parts.join('.'));
/** Values of one name stand together, as the manifest keeps them, and nothing is empty. */
const pairs = fc
  .array(fc.record({ name: typed.filter((name) => !RESERVED_NAMES.has(name)), value: typed }), {
    maxLength: 4,
  })
  .map((list): Pair[] => {
    const names = [...new Set(list.map(({ name }) => name))].sort(byIndex);
    return names
      .flatMap((name) => list.filter((pair) => pair.name === name))
      .filter(({ name, value }) => name !== '' || value !== '');
  });
/** Objects have keys that are numbers first. */
const isIndex = (name: string) => /^(?:0|[1-9]\d*)$/.test(name);
const byIndex = (one: string, other: string) =>
  isIndex(one) && isIndex(other)
    ? Number(one) - Number(other)
    : Number(isIndex(other)) - Number(isIndex(one));

const key = fc
  .array(typed.map((part) => part.replaceAll(',', '').trim()).filter(Boolean), { maxLength: 2 })
  .map((parts) => parts.join(', '));

const pages: fc.Arbitrary<Pages> = fc
  .oneof(
    fc.constant(NO_PAGES),
    fc.record({
      kind: fc.constant('page' as const),
      parameter: typed,
      first: typed,
      size: typed,
      sizeParameter: typed,
    }),
    fc.record({ kind: fc.constant('offset' as const), parameter: typed, size: typed, sizeParameter: typed }),
    fc.record({
      kind: fc.constant('cursor' as const),
      parameter: typed,
      size: typed,
      sizeParameter: typed,
      source: fc.constantFrom('response' as const, 'last_record' as const),
      value: path,
      more: path,
    }),
    fc.record({
      kind: fc.constant('link' as const),
      size: typed,
      sizeParameter: typed,
      value: path,
      more: path,
    }),
    fc.record({ kind: fc.constant('link' as const), source: fc.constant('header' as const) }),
  )
  .map((given) => ({ ...NO_PAGES, ...given }));

const incremental = fc.oneof(
  fc.constant(NOT_INCREMENTAL),
  fc.record({
    isOn: fc.constant(true),
    field: typed,
    format: typed.filter(Boolean),
    start: typed,
    startParameter: typed,
    endParameter: typed,
  }),
);

const stream: fc.Arbitrary<StreamForm> = fc.record({
  name: typed,
  path: typed,
  method: fc.constantFrom('GET' as const, 'POST' as const),
  parameters: pairs,
  headers: pairs,
  body: pairs,
  recordsPath: path,
  primaryKey: key,
  pages,
  incremental,
});

const authentication: fc.Arbitrary<Authentication> = fc
  .record({
    kind: fc.constantFrom(...AUTHENTICATIONS),
    into: fc.constantFrom('header' as const, 'request_parameter' as const),
    name: typed,
    title: typed,
  })
  .map(({ kind, into, name, title }) => ({
    ...NO_AUTHENTICATION,
    kind,
    ...(kind === 'api_key' && { into, name }),
    titles: Object.fromEntries(CREDENTIALS[kind].map((field) => [field, title])),
  }));

const form: fc.Arbitrary<ApiForm> = fc.record({
  version: typed,
  baseUrl: typed,
  authentication,
  streams: fc.array(stream, { minLength: 1, maxLength: 3 }),
});

test('whatever is typed into the form is in the manifest that it writes, and comes back from it', () => {
  fc.assert(
    fc.property(form, (given) => {
      const read = readManifest(writeManifest(given));
      expect(read).toEqual(given);
      if (isShown(read)) expect(writeManifest(read)).toBe(writeManifest(given));
    }),
    { numRuns: 300 },
  );
});
