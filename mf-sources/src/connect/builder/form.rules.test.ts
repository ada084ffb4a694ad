import { newApiForm, newStream, type ApiForm, type Pages, type StreamForm } from './api-form.ts';
import { fieldOfLine } from './field-of-line.ts';
import { faultsOf } from './form.rules.ts';
import { writeManifest } from './write-manifest.ts';

const STREAM: StreamForm = { ...newStream(), name: 'orders', path: '/orders' };
const withStreams = (...streams: Partial<StreamForm>[]): ApiForm => ({
  ...newApiForm(),
  baseUrl: 'https://api.example.com',
  streams: streams.map((some) => ({ ...STREAM, ...some })),
});
const paged = (pages: Partial<Pages>) => withStreams({ pages: { ...STREAM.pages, ...pages } });

test.each<[what: string, form: ApiForm, faults: [field: string, fault: string][]]>([
  ['a form that is filled in', withStreams({}), []],
  ['an address without a scheme', { ...withStreams({}), baseUrl: 'example.com' }, [['base_url', 'url']]],
  ['two streams of one name', withStreams({}, {}), [['streams.1.name', 'twice']]],
  [
    'a value without a name',
    withStreams({ headers: [{ name: '', value: 'x' }] }),
    [['streams.0.headers.0.name', 'unnamed']],
  ],
  [
    'a reserved name',
    withStreams({ body: [{ name: '$ref', value: 'x' }] }),
    [['streams.0.body.0.name', 'reserved']],
  ],
  [
    'a header twice',
    withStreams({
      headers: [
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
      ],
    }),
    [['streams.0.headers.1.name', 'twice']],
  ],
  [
    'a parameter twice',
    withStreams({
      parameters: [
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
      ],
    }),
    [],
  ],
  ['an empty row', withStreams({ parameters: [{ name: '', value: '' }] }), []],
  [
    'pages without a parameter',
    paged({ kind: 'page', first: '-1', size: '0' }),
    [
      ['streams.0.pages.parameter', 'required'],
      ['streams.0.pages.first', 'whole'],
      ['streams.0.pages.size', 'whole'],
    ],
  ],
  [
    'a cursor without a path',
    paged({ kind: 'cursor', parameter: 'after' }),
    [['streams.0.pages.value', 'required']],
  ],
  ['a link in the header', paged({ kind: 'link', source: 'header' }), []],
  [
    'a cursor field without a start',
    withStreams({ incremental: { ...STREAM.incremental, isOn: true, field: 'at' } }),
    [['streams.0.incremental.start', 'required']],
  ],
])('%s', (_, form, faults) => {
  expect([...faultsOf(form)]).toEqual(faults);
});

test('a test of one stream isn’t held up by another', () => {
  expect([...faultsOf(withStreams({}, { name: '' }), 0)]).toEqual([]);
});

test.each([
  ['url_base', 'base_url'],
  ['BearerAuthenticator', 'config:api_key'],
  ['airbyte_secret', 'config:api_key'],
  ['path: /refunds', 'streams.1.path'],
  ['http_method', 'streams.0.method'],
  ['status: paid', 'streams.0.parameters.0.value'],
  ['field_path', 'streams.0.recordsPath'],
  ['cursor_value', 'streams.0.pages.value'],
  ['field_name: after', 'streams.0.pages.parameter'],
  ['stop_condition', 'streams.0.pages.more'],
  ['start_datetime', 'streams.0.incremental.start'],
  ['cursor_field', 'streams.0.incremental.field'],
  ['name: refunds', 'streams.1.name'],
  ['stream_names', 'streams.0.name'],
])('the line with %s leads to %s', (part, field) => {
  const form: ApiForm = {
    ...withStreams(
      {
        parameters: [{ name: 'status', value: 'paid' }],
        pages: { ...STREAM.pages, kind: 'cursor', parameter: 'after', value: 'next', more: 'more' },
        incremental: { ...STREAM.incremental, isOn: true, field: 'at', start: '2024-01-01' },
      },
      { name: 'refunds', path: '/refunds' },
    ),
    authentication: { kind: 'bearer', into: 'header', name: '', titles: { api_key: 'Token' } },
  };
  const manifest = writeManifest(form);
  const line = manifest.split('\n').findIndex((each) => each.includes(part)) + 1;
  expect(fieldOfLine(manifest, line, form)).toBe(field);
});
