import type { Exchange, RequestTest } from '@headwater/shared/contract';
import { collectionOf, documentOf, errorsOf, renderRoute } from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';
import { column, failure, LIST_PATH, MOUNT } from '../../testing/fixtures.ts';
import { manifestSpecification, restApi } from '../../testing/rest-api.ts';

const TESTS = 'POST organizations/:organizationId/request-tests';
const MANIFEST = 'type: DeclarativeSource\nstreams: []';
const form = {
  connectionSpecification: manifestSpecification({
    'config:key': { type: 'string', order: 1, title: 'API key', airbyte_secret: true },
  }),
  faults: [],
  streams: ['orders', 'refunds'],
};
const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  purpose: 'read',
  method: 'GET',
  url: 'https://api.example.com/orders?page=1',
  requestHeaders: [{ name: 'Authorization', value: '•••' }],
  requestBody: null,
  status: 200,
  responseHeaders: [],
  responseBody: '{"items":[{"id":1}]}',
  isCut: false,
  responseBytes: 20,
  milliseconds: 12,
  records: 1,
  ...more,
});
const result = (more: Partial<RequestTest> = {}): RequestTest => ({
  exchanges: [exchange()],
  requests: 1,
  pages: 1,
  isStopped: false,
  recordCount: 1,
  records: ['{"id":1}'],
  columns: [column('id')],
  isInferred: true,
  failure: null,
  line: null,
  ...more,
});

async function open(test: unknown) {
  const rendered = await renderRoute(routes, `${LIST_PATH}/new/connect?connector=rest`, {
    mount: MOUNT,
    api: {
      'GET connectors': collectionOf('connectors', [restApi]),
      'POST organizations/:organizationId/connector-forms': documentOf('connector_forms', 'rest', form),
      [TESTS]: test as ReturnType<typeof documentOf>,
    },
  });
  const { user } = rendered;
  await user.click(await screen.findByLabelText('Manifest'));
  await user.paste(MANIFEST);
  await user.type(await screen.findByLabelText('API key'), 's3cret');
  return rendered;
}
const send = () => screen.findByRole('button', { name: 'Send requests' });

beforeEach(() => sessionStorage.clear());

test('sends the requests of the chosen stream with the values in the form, and shows what came of it', async () => {
  const { user, api, location } = await open(documentOf('request_tests', 'refunds', result()));
  await user.selectOptions(await screen.findByLabelText('Stream'), 'refunds');
  await user.click(await send());
  expect(await screen.findByText('1 record on 1 page, which is all there is.')).toBeInTheDocument();
  expect(api.callsTo(TESTS)[0]?.body?.data.attributes).toEqual({
    connector: 'rest',
    configuration: { manifest: MANIFEST, 'config:key': 's3cret' },
    stream: 'refunds',
  });
  expect(screen.getByLabelText('Request')).toHaveTextContent('Authorization: •••');
  expect(screen.getByLabelText('Response, 20 B')).toHaveTextContent('"items"');
  await user.click(screen.getByRole('link', { name: /^Columns/ }));
  expect(location()).toContain('shown=columns');
  expect(screen.getByText('id')).toBeInTheDocument();
});

test('a failure names the line of the manifest, which opens there', async () => {
  const failed = result({ exchanges: [exchange({ status: 404 })], failure: failure(), line: 2 });
  const { user } = await open(documentOf('request_tests', 'orders', failed));
  await user.click(await send());
  await user.click(await screen.findByRole('button', { name: 'Show line 2' }));
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Manifest');
  await waitFor(() => expect(text).toHaveFocus());
  expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe('streams: []');
});

test('an answer without records says where the path stands', async () => {
  const { user } = await open(documentOf('request_tests', 'orders', result({ recordCount: 0, line: 1 })));
  await user.click(await send());
  expect(await screen.findByText(/The response has no records of orders\./)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Show line 1' })).toBeInTheDocument();
});

test('a field that isn’t filled in correctly is named and can be gone to', async () => {
  const pointer = '/data/attributes/configuration/config:key';
  const { user } = await open(
    errorsOf(422, [{ code: 'field_invalid', detail: 'is missing', source: { pointer } }]),
  );
  await user.click(await send());
  const alert = await screen.findByRole('alert');
  await user.click(within(alert).getByRole('button', { name: 'Go to API key' }));
  expect(screen.getByLabelText('API key')).toHaveFocus();
});
