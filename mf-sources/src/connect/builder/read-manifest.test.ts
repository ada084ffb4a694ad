import { parseDocument, stringify } from 'yaml';
import { newApiForm, newStream, type ApiForm } from './api-form.ts';
import { readManifest } from './read-manifest.ts';
import { manifestOf, writeManifest } from './write-manifest.ts';

const FORM: ApiForm = {
  ...newApiForm(),
  baseUrl: 'https://api.example.com/v1',
  authentication: { kind: 'bearer', into: 'header', name: '', titles: { api_key: 'Token' } },
  streams: [
    {
      ...newStream(),
      name: 'orders',
      path: '/orders',
      parameters: [{ name: 'status', value: 'any' }],
      recordsPath: 'data.items',
      primaryKey: 'id',
      pages: { ...newStream().pages, kind: 'page', parameter: 'page', first: '1', size: '50' },
      incremental: { ...newStream().incremental, isOn: true, field: 'at', start: '2024-01-01' },
    },
  ],
};

/** Every mapping of a manifest as a path. */
function mappings(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    mappings(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return Array.isArray(value) ? inner : [path, ...inner];
}

/** Every place but those where the form takes any names. */
const PLACES = mappings(manifestOf(FORM)).filter((path) => path.at(-1) !== 'request_parameters');

test.each(PLACES.map((path) => [path.join('.') || 'the top', path] as const))(
  'a part that the form doesn’t have isn’t lost: in %s',
  (_, path) => {
    const document = parseDocument(writeManifest(FORM));
    document.setIn([...path, 'another'], 'value');
    const text = document.toString({ lineWidth: 0 });
    const line = text.split('\n').findIndex((each) => each.includes('another: value')) + 1;
    expect(readManifest(text)).toEqual({ line, what: 'part', detail: 'another' });
  },
);

test.each<[what: string, edit: (text: string) => string, at: string, found: object]>([
  ['a comment', (text) => text.replace('streams:', '# mine\nstreams:'), '# mine', { what: 'comment' }],
  [
    'a comment after a value',
    (text) => text.replace('/orders', '/orders # all'),
    '# all',
    { what: 'comment' },
  ],
  ['another method', (text) => text.replace('GET', 'PUT'), 'PUT', { detail: 'http_method' }],
  [
    'another value of a template',
    (text) => text.replace("config['api_key']", "config['other']"),
    'api_token',
    { detail: 'api_token' },
  ],
  [
    'a part that is missing',
    (text) => text.replace(/ *inject_on_first_request: true\n/, ''),
    'pagination_strategy:',
    { what: 'part', detail: 'inject_on_first_request' },
  ],
  ['a name that occurs twice', (text) => `${text}version: 1`, 'version: 1', { what: 'not_yaml' }],
])('%s isn’t shown, and is named with its line', (_, edit, at, found) => {
  const text = edit(writeManifest(FORM));
  const line = text.split('\n').findIndex((each) => each.includes(at)) + 1;
  expect(readManifest(text)).toMatchObject({ line, ...found });
});

test('a value that contains a number sign is no comment', () => {
  const form = { ...FORM, baseUrl: 'https://example.com/#a # b' };
  expect(readManifest(writeManifest(form))).toEqual(form);
});

test('a manifest that says the same in another way is shown', () => {
  const [stream] = manifestOf(FORM).streams as { retriever: { requester: object } }[];
  const { requester, ...retriever } = stream!.retriever as { requester: Record<string, unknown> };
  const { $ref: _, http_method: __, ...own } = requester;
  const base = (manifestOf(FORM).definitions as { base_requester: object }).base_requester;
  const { definitions: ___, ...rest } = manifestOf(FORM);
  const inline = {
    ...rest,
    streams: [
      {
        ...stream,
        primary_key: 'id',
        retriever: { ...retriever, requester: { ...base, ...own, request_headers: {} } },
      },
    ],
  };
  expect(readManifest(stringify(inline))).toEqual(FORM);
});

test('references that multiply are refused instead of followed', () => {
  const lines = Array.from(
    { length: 30 },
    (_, at) => `  d${at}: {a: {$ref: "#/definitions/d${at + 1}"}, b: {$ref: "#/definitions/d${at + 1}"}}`,
  );
  const read = readManifest(
    `definitions:\n${lines.join('\n')}\n  d30: {x: 1}\nstreams: [{$ref: "#/definitions/d0"}]`,
  );
  expect(read).toMatchObject({ what: 'too_far' });
});

test.each<[text: string, what: string]>([
  ['a manifest', 'no_manifest'],
  ['- 1', 'no_manifest'],
  ['streams: [1, null, {retriever: 3}]', 'part'],
  ['a: &a {b: *a}', 'too_far'],
  ['a: 1\n---\nb: 2', 'not_yaml'],
  ['['.repeat(50_000), 'not_yaml'],
  ['a: &a [1,2,3]\nb: &b [*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b]\nd: [*c,*c,*c,*c]', 'not_yaml'],
])('what is no manifest is refused: %.40s', (text, what) => {
  expect(readManifest(text)).toMatchObject({ what });
});

test('nothing is an empty form with one stream', () => {
  expect(readManifest(' \n')).toEqual(newApiForm());
});
