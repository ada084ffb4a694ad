import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { MANIFEST_FAULT_CODES } from '@headwater/shared/contract';
import { examineHere, keepsSecrets } from '../rest.config.ts';
import type { Configuration } from '@headwater/protocol/protocol';
import { manifestOf } from '../testing/manifest-of.ts';
import { COMPONENTS, UNSUPPORTED } from './dialect.ts';
import { configOf } from './form.ts';
import { loadManifest } from './load.ts';

const url = 'https://api.example.com';
const faultsOf = (text: string) =>
  loadManifest(text).faults.map(({ line, code, values, isError }) => ({ line, code, isError, ...values }));

const MANIFEST = `version: 6.0.0
type: DeclarativeSource
check:
  type: CheckStream
  stream_names: [orders]
definitions:
  requester:
    type: HttpRequester
    url_base: ${url}
    http_method: GET
  selector:
    type: RecordSelector
    extractor:
      field_path: [data]
streams:
  - type: DeclarativeStream
    name: orders
    $parameters:
      path: /orders
      name: ignored
    retriever:
      type: SimpleRetriever
      requester:
        $ref: "#/definitions/requester"
        http_method: POST
      record_selector: "#/definitions/selector"
`;
const edited = (from: string, to: string) => {
  assert.ok(MANIFEST.includes(from), from);
  return MANIFEST.replace(from, to);
};

describe('A manifest', () => {
  it('is resolved: references with their own fields, parameters, and types that go without saying', () => {
    const { manifest, faults } = loadManifest(MANIFEST);
    assert.deepEqual(faults, []);
    const { retriever } = JSON.parse(JSON.stringify(manifest!.streams.get('orders'))) as {
      retriever: Record<string, Record<string, unknown>>;
    };
    const { requester, record_selector: selector } = retriever;
    assert.deepEqual(
      [requester!.url_base, requester!.http_method, requester!.path],
      [url, 'POST', '/orders'],
    );
    assert.equal((selector!.extractor as { type: string }).type, 'DpathExtractor');
  });

  const wrong: [from: string, to: string, fault: Record<string, unknown>][] = [
    [
      'type: SimpleRetriever',
      'type: AsyncRetriever',
      { line: 22, code: 'component_unsupported', component: 'AsyncRetriever' },
    ],
    [
      'type: SimpleRetriever',
      'type: MagicRetriever',
      { line: 22, code: 'component_unknown', component: 'MagicRetriever' },
    ],
    [
      'type: SimpleRetriever',
      'type: NoAuth',
      { line: 22, code: 'component_misplaced', component: 'NoAuth', field: 'retriever' },
    ],
    [
      'type: SimpleRetriever',
      'class_name: my.Retriever',
      { line: 21, code: 'component_custom', component: 'my.Retriever' },
    ],
    [
      'field_path: [data]',
      'path: [data]',
      { line: 14, code: 'field_missing', component: 'DpathExtractor', field: 'field_path' },
    ],
    [
      'field_path: [data]',
      'field_path: data',
      {
        line: 14,
        code: 'field_type',
        component: 'DpathExtractor',
        field: 'field_path',
        expected: 'a list of texts',
      },
    ],
    [
      'http_method: POST',
      'http_method: FETCH',
      {
        line: 25,
        code: 'field_type',
        component: 'HttpRequester',
        field: 'http_method',
        expected: 'one of GET, POST, PUT, PATCH, DELETE, HEAD',
      },
    ],
    [
      'http_method: POST',
      'query_properties: {a: 1}',
      { line: 25, code: 'field_unsupported', component: 'HttpRequester', field: 'query_properties' },
    ],
    [
      'http_method: POST',
      'path: "{{ config.id | md6 }}"',
      { line: 25, code: 'template_wrong', field: 'path', reason: 'the filter “md6” isn’t known' },
    ],
    [
      'http_method: POST',
      'path: "{{ os.system(1) }}"',
      { line: 25, code: 'template_wrong', field: 'path', reason: 'the name “os” isn’t known' },
    ],
    [
      'http_method: POST',
      'path: "{{ stream_state.x }}"',
      { line: 25, code: 'template_wrong', field: 'path', reason: 'the name “stream_state” isn’t known' },
    ],
    [
      '"#/definitions/selector"',
      '"#/definitions/nothing"',
      { line: 26, code: 'reference_missing', reference: '#/definitions/nothing' },
    ],
    [
      '    url_base: ',
      '    url_base: "#/definitions/requester"\n    x: ',
      { line: 9, code: 'reference_circular', reference: '#/definitions/requester' },
    ],
    ['[orders]', '[others]', { line: 5, code: 'check_unknown', stream: 'others' }],
    [
      '  - type: DeclarativeStream',
      '  - type: StateDelegatingStream',
      { line: 16, code: 'component_unsupported', component: 'StateDelegatingStream' },
    ],
    ['type: DeclarativeSource', 'type: Something', { line: 2, code: 'not_a_manifest' }],
  ];
  for (const [from, to, fault] of wrong)
    it(`with ${to.split('\n')[0]} says so in its line`, () =>
      assert.deepEqual(faultsOf(edited(from, to))[0], { isError: true, ...fault }));

  it('with fields that have no effect names them, and can be used', () => {
    const { manifest, faults } = loadManifest(edited('http_method: POST', 'htttp_method: POST'));
    assert.ok(manifest);
    assert.deepEqual(
      faults.map(({ line, code, values }) => [line, code, values.field]),
      [[25, 'field_unknown', 'htttp_method']],
    );
  });

  const unreadable: [what: string, text: string, code: string][] = [
    ['no YAML', 'a: [1, 2', 'not_yaml'],
    ['a list', '- 1', 'not_a_manifest'],
    ['nothing', '# nothing', 'not_a_manifest'],
    ['too much', `a: ${'x'.repeat(1_400_000)}`, 'too_large'],
    [
      'anchors that multiply',
      `a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n${Array.from({ length: 8 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join(',')}]`).join('\n')}`,
      'expands_too_far',
    ],
    ['an anchor in itself', 'type: DeclarativeSource\na: &a [*a]', 'expands_too_far'],
    [
      'references that multiply',
      `type: DeclarativeSource\nstreams: "#/definitions/d7"\ndefinitions:\n  d0: [1,1,1,1,1,1,1,1,1,1]\n${Array.from({ length: 7 }, (_, at) => `  d${at + 1}: [${Array(10).fill(`"#/definitions/d${at}"`).join(',')}]`).join('\n')}`,
      'expands_too_far',
    ],
    [
      'no streams',
      'type: DeclarativeSource\ncheck: {type: CheckStream, stream_names: []}\nstreams: []',
      'streams_missing',
    ],
    [
      'names of the language',
      'type: DeclarativeSource\n__proto__: {streams: []}\nconstructor: {}\nstreams: []',
      'field_missing',
    ],
  ];
  for (const [what, text, code] of unreadable)
    it(`that is ${what} is refused`, () => {
      const { manifest, faults } = loadManifest(text);
      assert.equal(manifest, null);
      assert.ok(
        faults.some((fault) => fault.code === code),
        JSON.stringify(faults),
      );
    });

  it('has faults whose messages name all values', () => {
    for (const [, to, { code }] of wrong)
      assert.ok(code === undefined || Object.hasOwn(MANIFEST_FAULT_CODES, String(code)), to);
  });
});

const SPEC = `{
  domain: {type: string, order: 1},
  start: {type: string, default: "2024-01-01", order: 2},
  size: {type: number, default: 1.5, order: 3},
  kinds: {type: array, items: {type: string}, order: 4},
  fixed: {type: string, const: v1},
  credentials: {type: object, order: 0, oneOf: [
    {title: Key, required: [auth, key], properties: {auth: {type: string, const: key}, key: {type: string, airbyte_secret: true}}},
    {title: OAuth, required: [auth, client], properties: {auth: {type: string, const: oauth}, client: {type: string}, secret: {type: string, airbyte_secret: true}}}]}}`;
const withSpec = manifestOf({
  url: "https://{{ config['domain'] }}.example.com",
  spec: SPEC.replaceAll('\n', ' '),
  authenticator: "{type: BearerAuthenticator, api_token: \"{{ config['credentials']['key'] }}\"}",
});

describe('The form of a manifest', () => {
  const given = {
    manifest: withSpec,
    'config:domain': 'acme',
    'config:credentials': 'Key',
    'config:credentials:key': 's',
  };

  it('has its fields in order, and those of each choice', () => {
    const { schema, secretFields } = examineHere(given);
    const properties = schema.properties as Record<string, { order: number; when?: object }>;
    assert.deepEqual(Object.keys(properties), [
      'manifest',
      'config:credentials',
      'config:credentials:key',
      'config:credentials:client',
      'config:credentials:secret',
      'config:domain',
      'config:start',
      'config:size',
      'config:kinds',
    ]);
    assert.deepEqual(properties['config:credentials:key']!.when, {
      field: 'config:credentials',
      value: 'Key',
      required: true,
    });
    assert.deepEqual(secretFields, ['config:credentials:key', 'config:credentials:secret']);
  });

  it('is what the configuration is checked against', () => {
    const faults = (more: object) => examineHere({ ...given, ...more }).faults.map(({ pointer }) => pointer);
    assert.deepEqual(faults({}), []);
    assert.deepEqual(faults({ 'config:credentials:key': { set: true } }), []);
    assert.deepEqual(faults({ 'config:credentials:key': '' }), ['/config:credentials:key']);
    assert.deepEqual(faults({ manifest: 'type: DeclarativeSource', 'config:other': 1 }), ['/manifest']);
    assert.deepEqual(faults({ 'config:other': 1 }), ['/config:other']);
    assert.deepEqual(faults({ 'config:credentials': 'OAuth' }), ['/config:credentials:client']);
    assert.deepEqual(faults({ 'config:size': 'many' }), ['/config:size']);
  });

  it('becomes the configuration that templates see', () => {
    const { fields } = loadManifest(withSpec);
    const config = (stored: object) =>
      JSON.parse(JSON.stringify(configOf(fields, stored as Record<string, unknown>))) as object;
    assert.deepEqual(config(given), {
      credentials: { auth: 'key', key: 's' },
      domain: 'acme',
      start: '2024-01-01',
      size: 1.5,
      fixed: 'v1',
    });
    assert.deepEqual(
      config({
        'config:credentials': 'OAuth',
        'config:credentials:key': 'left over',
        'config:size': '2',
        'config:kinds': ['a'],
      }),
      {
        credentials: { auth: 'oauth' },
        start: '2024-01-01',
        size: 2,
        kinds: ['a'],
        fixed: 'v1',
      },
    );
  });

  it('keeps secrets unless they could be sent to another host', () => {
    const before = { manifest: withSpec, 'config:domain': 'acme', 'config:start': '2024-01-01' };
    const keeps = (was: Configuration, is: Configuration) => keepsSecrets(was, is, examineHere(is));
    assert.equal(keeps(before, { ...before, 'config:start': '2025-01-01' }), true);
    assert.equal(keeps(before, { ...before, 'config:domain': 'evil' }), false);
    assert.equal(keeps(before, { ...before, manifest: `${withSpec} ` }), false);
    assert.equal(keeps(before, { ...before, 'config:credentials:key': 'new' }), true);
    const carried: [what: string, parts: Carried][] = [
      ['added to a parent’s records', { added: "{{ config['start'] }}" }],
      ['that chooses among a parent’s records', { filter: "{{ record.name != config['start'] }}" }],
      ['of a list', { values: "{{ [config['start']] }}" }],
      [
        'of a page',
        {
          paginator: `{type: DefaultPaginator, page_token_option: {type: RequestPath}, pagination_strategy: {type: CursorPagination, cursor_value: "{{ response.next ~ config['start'] }}"}}`,
        },
      ],
      [
        'that an error depends on',
        {
          requester: `, error_handler: {type: DefaultErrorHandler, response_filters: [{type: HttpResponseFilter, action: IGNORE, predicate: "{{ response.kind == config['start'] }}"}]}`,
        },
      ],
      [
        'of a schema that is asked for',
        {
          stream: `, schema_loader: {type: DynamicSchemaLoader, retriever: {type: SimpleRetriever, requester: {type: HttpRequester, url_base: "https://{{ config['start'] }}"}, record_selector: {type: RecordSelector, extractor: {type: DpathExtractor, field_path: []}}}, schema_type_identifier: {key_pointer: [name]}}`,
        },
      ],
      ['of a range of time that is a host', { url: 'https://{{ stream_interval.start_time }}', times: true }],
      [
        'of a range of time that is added to records',
        { added: '{{ stream_interval.start_time }}', times: true },
      ],
    ];
    for (const [what, given] of carried) {
      const now = { ...before, manifest: carrying(given) };
      assert.deepEqual(examineHere(now).faults, [], what);
      assert.equal(keeps(now, { ...now, 'config:start': '2025-01-01' }), false, `a setting ${what}`);
    }
    const dated = {
      ...before,
      manifest: carrying({
        times: true,
        url: 'https://a.example',
        path: '/days/{{ stream_interval.start_time }}',
      }),
    };
    assert.equal(keeps(dated, { ...dated, 'config:start': '2025-01-01' }), true);
    const hidden = {
      ...before,
      manifest: manifestOf({
        url: "https://{{ config['dom' ~ 'ain'] }}.example.com",
        spec: SPEC.replaceAll('\n', ' '),
      }),
    };
    assert.equal(keeps(hidden, { ...hidden, 'config:start': '2025-01-01' }), false);
    const broken = { ...before, manifest: `${withSpec}\nchek: 1\nstreams: []` };
    assert.equal(keeps(broken, broken), false);
  });
});

type Carried = { added?: string; filter?: string; values?: string; times?: boolean } & Partial<
  Parameters<typeof manifestOf>[0]
>;

/** A manifest that carries a setting from one request to another. */
function carrying({ added, filter, values, times, ...more }: Carried): string {
  const parent = `{type: DeclarativeStream, name: shops, retriever: {type: SimpleRetriever, requester: {type: HttpRequester, url_base: "https://a.example"}, record_selector: {type: RecordSelector, extractor: {type: DpathExtractor, field_path: []}${filter === undefined ? '' : `, record_filter: {type: RecordFilter, condition: "${filter}"}`}}}${added === undefined ? '' : `, transformations: [{type: AddFields, fields: [{path: [host], value: "${added}"}]}]`}}`;
  const router =
    values === undefined
      ? `{type: SubstreamPartitionRouter, parent_stream_configs: [{stream: ${parent}, parent_key: host, partition_field: p}]}`
      : `{type: ListPartitionRouter, values: "${values}", cursor_field: p}`;
  const cursor = `, incremental_sync: {type: DatetimeBasedCursor, cursor_field: at, datetime_format: "%Y", start_datetime: "{{ config['start'] }}"}`;
  return manifestOf({
    url: 'https://{{ stream_partition.p }}',
    spec: SPEC.replaceAll('\n', ' '),
    retriever: `, partition_router: ${router}`,
    ...more,
    stream: more.stream ?? (times ? cursor : ''),
  });
}

it('supports what the connector’s README says', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const listed = (heading: string) =>
    [...new RegExp(`- \\*\\*${heading}:\\*\\*(.*)`).exec(readme)![1]!.matchAll(/`(\w+)`/g)].map(
      ([, name]) => name,
    );
  assert.deepEqual(listed('Supported'), Object.keys(COMPONENTS));
  assert.deepEqual(listed('Not supported'), [...UNSUPPORTED]);
});
