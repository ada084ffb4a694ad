import type { RequestTest } from '@headwater/shared/contract';
import { collectionOf, documentOf, renderRoute } from '@headwater/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';
import { failure, LIST_PATH, MOUNT } from '../../testing/fixtures.ts';
import { manifestSpecification, restApi } from '../../testing/rest-api.ts';
import { readManifest } from './read-manifest.ts';

const FORMS = 'POST organizations/:organizationId/connector-forms';
const TESTS = 'POST organizations/:organizationId/request-tests';
const form = {
  connectionSpecification: manifestSpecification({
    'config:api_key': { type: 'string', order: 1, title: 'Token', airbyte_secret: true },
  }),
  faults: [] as object[],
  streams: ['orders'],
};
const result: RequestTest = {
  exchanges: [],
  requests: 1,
  pages: 1,
  isStopped: false,
  recordCount: 1,
  records: ['{"id":1}'],
  columns: [],
  isInferred: true,
  failure: null,
  line: null,
};

async function open({ faults = [], test = result }: { faults?: object[]; test?: RequestTest } = {}) {
  const rendered = await renderRoute(routes, `${LIST_PATH}/new/connect?connector=rest&manifest=form`, {
    mount: MOUNT,
    api: {
      'GET connectors': collectionOf('connectors', [restApi]),
      [FORMS]: documentOf('connector_forms', 'rest', { ...form, faults }),
      [TESTS]: documentOf('request_tests', 'orders', test),
    },
  });
  await screen.findByLabelText('Base URL');
  return rendered;
}

/** Fills in a form with a token, as with the keyboard only. */
async function fill({ user }: Awaited<ReturnType<typeof open>>) {
  act(() => screen.getByLabelText('Base URL').focus());
  await user.paste('https://api.example.com');
  await user.tab();
  expect(screen.getByLabelText('Authentication')).toHaveFocus();
  await user.selectOptions(screen.getByLabelText('Authentication'), 'Bearer token');
  await user.tab();
  await user.paste('s3cret');
  await user.click(screen.getByLabelText('Stream name'));
  await user.paste('orders');
  await user.tab();
  expect(screen.getByLabelText('Path')).toHaveFocus();
  await user.paste('/orders');
}

const drafts = () => Object.values({ ...sessionStorage }).join('\n');
const manifest = () => screen.getByLabelText<HTMLTextAreaElement>('Manifest').value;

beforeEach(() => sessionStorage.clear());

test('what is typed is a manifest with the secret beside it, which only the tab’s memory has', async () => {
  const rendered = await open();
  const { user, api } = rendered;
  await fill(rendered);
  await user.click(screen.getByRole('button', { name: 'Send requests' }));
  expect(await screen.findByText('1 record on 1 page, which is all there is.')).toBeInTheDocument();
  const sent = api.callsTo(TESTS)[0]?.body?.data.attributes as {
    configuration: Record<string, string>;
    stream: string;
  };
  expect(sent.stream).toBe('orders');
  expect(sent.configuration['config:api_key']).toBe('s3cret');
  expect(readManifest(sent.configuration.manifest!)).toMatchObject({
    baseUrl: 'https://api.example.com',
    authentication: { kind: 'bearer' },
    streams: [{ name: 'orders', path: '/orders' }],
  });
  expect(drafts()).toContain('https://api.example.com');
  expect(drafts()).not.toContain('s3cret');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByLabelText('Token')).toHaveValue('s3cret');
  expect(drafts()).not.toContain('s3cret');
});

test('YAML shows what the form has written, and the form what YAML says', async () => {
  const rendered = await open();
  const { user } = rendered;
  await fill(rendered);
  await user.click(screen.getByRole('link', { name: 'YAML' }));
  const text = manifest();
  expect(text).toContain('path: /orders');
  fireEvent.change(screen.getByLabelText('Manifest'), {
    target: { value: text.replace('/orders', '/v2/orders') },
  });
  await user.click(screen.getByRole('link', { name: 'Build it in a form' }));
  expect(await screen.findByLabelText('Path')).toHaveValue('/v2/orders');
  expect(screen.getByLabelText('Token')).toHaveValue('s3cret');
});

test('a manifest that the form can’t show stays as it is, and the part is named', async () => {
  const rendered = await open();
  const { user } = rendered;
  await fill(rendered);
  await user.click(screen.getByRole('link', { name: 'YAML' }));
  const text = `${manifest()}api_budget: {type: HTTPAPIBudget, policies: []}\n`;
  const line = text.split('\n').length - 1;
  fireEvent.change(screen.getByLabelText('Manifest'), { target: { value: text } });
  await user.click(screen.getByRole('link', { name: 'Build it in a form' }));
  expect(await screen.findByText(new RegExp(`api_budget in line ${line} differently`))).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: `Show line ${line}` }));
  const input = await screen.findByLabelText<HTMLTextAreaElement>('Manifest');
  expect(input.value).toBe(text);
  await waitFor(() => expect(input).toHaveFocus());
});

test('nothing is sent before the form is filled in, and the first field that is missing has the focus', async () => {
  const { user, api } = await open();
  await user.click(screen.getByRole('button', { name: 'Send requests' }));
  await waitFor(() => expect(screen.getByLabelText('Base URL')).toHaveFocus());
  expect(screen.getByLabelText('Base URL')).toHaveAccessibleDescription(/This field is required/);
  expect(api.callsTo(TESTS)).toHaveLength(0);
});

test('a fault of the server is shown at the field that has written the line', async () => {
  const faults = [
    {
      code: 'template_wrong',
      isError: true,
      line: 8,
      message: 'x',
      values: { field: 'url_base', reason: 'it ends' },
    },
  ];
  const rendered = await open({ faults });
  await fill(rendered);
  await rendered.user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(screen.getByLabelText('Base URL')).toHaveFocus());
  expect(screen.getByLabelText('Base URL')).toHaveAccessibleDescription(/template of url_base/);
});

test('a failed request leads to its field', async () => {
  const rendered = await open({ test: { ...result, recordCount: 0, failure: failure(), line: 17 } });
  const { user } = rendered;
  await fill(rendered);
  await user.click(screen.getByRole('button', { name: 'Send requests' }));
  await user.click(await screen.findByRole('button', { name: 'Go to Path' }));
  await waitFor(() => expect(screen.getByLabelText('Path')).toHaveFocus());
});

test('streams are added, removed, and put back, and the focus follows', async () => {
  const rendered = await open();
  const { user, location } = rendered;
  await fill(rendered);
  await user.click(screen.getByRole('button', { name: 'Add a stream' }));
  await waitFor(() => expect(screen.getByLabelText('Stream name')).toHaveFocus());
  expect(location()).toContain('stream=2');
  await user.paste('orders');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByLabelText('Stream name')).toHaveAccessibleDescription(/another one with this name/);
  await user.click(screen.getByRole('button', { name: 'Remove orders' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  const list = screen.getByRole('navigation', { name: 'Streams' });
  expect(within(list).getAllByRole('button')).toHaveLength(2);
});

test('rows of parameters can be added and removed without the mouse', async () => {
  const { user } = await open();
  await user.click(screen.getByText('Query parameters'));
  act(() => screen.getByRole('button', { name: 'Add a parameter' }).focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
  await user.paste('status');
  await user.tab();
  await user.paste('any');
  await user.tab();
  expect(screen.getByRole('button', { name: 'Remove status' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add a parameter' })).toHaveFocus());
});

test('where the link to the next page is can be changed by keyboard, and what it needs follows', async () => {
  const { user } = await open();
  await user.selectOptions(screen.getByLabelText('Pagination'), 'Link to the next page');
  expect(screen.getByLabelText('Path to it')).toBeInTheDocument();
  const source = screen.getByLabelText('Link is in');
  await user.selectOptions(source, 'The Link header');
  expect(screen.queryByLabelText('Path to it')).not.toBeInTheDocument();
  expect(source).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Pagination'), 'Cursor');
  expect(screen.getByLabelText('Cursor is in')).toHaveValue('response');
});
