import type { Finding } from '@headwater/shared/contract';
import { setLanguage } from '@headwater/shared/messages';
import { collectionOf, documentOf, errorsOf, renderRoute } from '@headwater/shared/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import {
  catalogResponses,
  csv,
  failure,
  LIST_PATH,
  MOUNT,
  postgres,
  ROUTES,
  source,
  SOURCE,
  step,
  stream,
} from '../testing/fixtures.ts';

const CHECKS = 'organizations/:organizationId/connection-checks';
const CREATE = `POST ${ROUTES.sources}`;
const check = (state: string, steps: object[], position: number | null = null) =>
  documentOf('connection_checks', 'chk_1', { state, position, steps });
const afterwards = {
  [CREATE]: documentOf('source_connections', SOURCE, source({ selectedTables: 0 }), 201),
  [`GET ${ROUTES.source}`]: documentOf('source_connections', SOURCE, source({ selectedTables: 0 })),
  ...catalogResponses([stream('orders')]),
};
const open = (connector = 'postgres') =>
  renderRoute(routes, `${LIST_PATH}/new/connect?connector=${connector}`, {
    mount: MOUNT,
    api: { 'GET connectors': collectionOf('connectors', [csv, postgres]), ...afterwards },
  });
const field = (name: string) => screen.getByLabelText(name);

beforeEach(() => sessionStorage.clear());
afterEach(() => act(() => setLanguage('en')));

test('a pasted connection string fills in the form and is cleared', async () => {
  const { user } = await open();
  const string = await screen.findByLabelText('Connection string');
  await user.click(string);
  await user.paste('postgres://reader:s3cret@shop-db:5433/shop');
  expect(screen.getByText('5 fields filled in below.')).toBeInTheDocument();
  expect(string).toHaveValue('');
  expect(field('Name')).toHaveValue('shop');
  expect(field('Host')).toHaveValue('shop-db');
  expect(field('Port')).toHaveValue('5433');
  expect(field('Password')).toHaveValue('s3cret');
  expect(screen.getByLabelText(/^grant\.sql/)).toHaveTextContent('grant connect on database shop to reader;');
});

test('a typed connection string fills in the form when Test is pressed, without moving it before the click', async () => {
  const { user } = await open();
  await user.type(
    await screen.findByLabelText('Connection string'),
    'postgres://reader:s3cret@shop-db:5433/shop',
  );
  const button = screen.getByRole('button', { name: 'Test' });
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  expect(field('Host')).toHaveValue('');
  await user.pointer({ keys: '[/MouseLeft]', target: button });
  await waitFor(() => expect(field('Host')).toHaveValue('shop-db'));
  // By the keyboard, there is nothing to wait for.
  await user.type(field('Connection string'), 'postgres://reader:s3cret@other-db/shop');
  await user.tab();
  expect(field('Host')).toHaveValue('other-db');
});

test('for text that is not a connection string, shows what one looks like', async () => {
  const { user } = await open();
  await user.click(await screen.findByLabelText('Connection string'));
  await user.paste('shop-db');
  expect(screen.getByText(/starts with postgres:\/\//)).toBeInTheDocument();
});

test('the form points out missing values before it sends anything', async () => {
  const { user, api } = await open();
  await user.click(await screen.findByRole('button', { name: 'Test' }));
  await waitFor(() => expect(field('Host')).toHaveFocus());
  await user.type(field('Port'), 'x');
  expect(await screen.findByText('Enter a whole number')).toBeInTheDocument();
  expect(api.calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

async function fillAndTest() {
  const rendered = await open();
  await rendered.user.click(await screen.findByLabelText('Connection string'));
  await rendered.user.paste('postgres://reader:wrong@shop-db/shop');
  return rendered;
}

test('a test that waits for its turn shows its place in line', async () => {
  const { user, api } = await fillAndTest();
  const waiting = [step('resolve', 'pending')];
  api.on({
    [`POST ${CHECKS}`]: check('running', waiting, 3),
    [`GET ${CHECKS}/:id`]: check('running', waiting, 2),
  });
  await user.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByText('Waiting, place 3 in line')).toBeInTheDocument();
  expect(await screen.findByText('Waiting, place 2 in line')).toBeInTheDocument();
  api.on({ [`GET ${CHECKS}/:id`]: check('running', [step('resolve', 'running')]) });
  expect(await screen.findByText('Testing', { ignore: 'button *' })).toBeInTheDocument();
  api.on({ [`GET ${CHECKS}/:id`]: check('succeeded', [step('resolve', 'passed')]) });
  expect(await screen.findByText('Passed')).toBeInTheDocument();
});

test('a failed test shows its steps, and the field that caused it gets the message and the focus', async () => {
  const { user, api } = await fillAndTest();
  const steps = [
    step('resolve', 'passed', {
      findings: [{ code: 'new_code', message: '10.0.4.17', values: {} }],
    }),
    step('sign_in', 'failed', { failure: failure() }),
  ];
  api.on({
    [`POST ${CHECKS}`]: check('running', [step('resolve', 'running'), step('sign_in', 'pending')]),
    [`GET ${CHECKS}/:id`]: check('failed', [...steps, step('list', 'skipped')]),
  });
  await user.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByText('Failed at “Sign in”')).toBeInTheDocument();
  await waitFor(() => expect(field('Password')).toHaveFocus());
  expect(field('Password')).toHaveAccessibleDescription(/shop-db refused the user reader or the password\./);
  const list = screen.getByRole('list', { name: 'Test steps' });
  expect(within(list).getByText('10.0.4.17')).toBeInTheDocument();
  expect(within(list).getByText('password authentication failed for user "reader"')).toBeInTheDocument();
  expect(api.callsTo(`POST ${CHECKS}`)[0]?.body?.data.attributes).toEqual({
    connector: 'postgres',
    configuration: { host: 'shop-db', port: 5432, database: 'shop', user: 'reader', password: 'wrong' },
  });
  await user.click(field('Host'));
  await user.click(within(list).getByRole('button', { name: 'Go to Password' }));
  expect(field('Password')).toHaveFocus();
});

test('a passed test leads to the tables, and changing the form requires another test', async () => {
  const { user, api, location } = await fillAndTest();
  api.on({
    [`POST ${CHECKS}`]: check('running', [step('resolve', 'running')]),
    [`GET ${CHECKS}/:id`]: check('succeeded', [step('resolve', 'passed')]),
  });
  await user.click(screen.getByRole('button', { name: 'Test' }));
  await screen.findByRole('button', { name: 'Save and choose tables' });
  await user.type(field('Database'), '2');
  expect(screen.queryByRole('button', { name: 'Save and choose tables' })).not.toBeInTheDocument();
  await user.type(field('Database'), '{Backspace}');
  await user.click(screen.getByRole('button', { name: 'Save and choose tables' }));
  expect(await screen.findByRole('heading', { name: 'Select data' })).toBeInTheDocument();
  expect(location()).toBe(`${LIST_PATH}/${SOURCE}/select-data`);
  expect(api.callsTo(CREATE)[0]?.body?.data.attributes).toMatchObject({
    name: 'shop',
    connector: 'postgres',
    connectionCheckId: 'chk_1',
  });
  expect(sessionStorage).toHaveLength(0);
});

test('a running test can be canceled', async () => {
  const { user, api } = await fillAndTest();
  const running = check('running', [step('reach', 'running')]);
  const isCanceled = () => api.callsTo(`DELETE ${CHECKS}/:id`).length > 0;
  api.on({
    [`POST ${CHECKS}`]: running,
    [`GET ${CHECKS}/:id`]: () => (isCanceled() ? check('canceled', [step('reach', 'skipped')]) : running),
    [`DELETE ${CHECKS}/:id`]: { status: 204 },
  });
  await user.click(screen.getByRole('button', { name: 'Test' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel the test' }));
  expect(await screen.findByText('Canceled')).toBeInTheDocument();
  expect(api.callsTo(`DELETE ${CHECKS}/:id`)).toHaveLength(1);
  expect(await screen.findByRole('button', { name: 'Test again' })).toBeEnabled();
});

test('saving without a test is allowed, and a value that the server rejects is marked at its field', async () => {
  const { user, api } = await fillAndTest();
  const pointer = '/data/attributes/configuration/host';
  api.on({ [CREATE]: errorsOf(422, [{ code: 'new_code', detail: 'Not this host.', source: { pointer } }]) });
  await user.click(screen.getByRole('button', { name: 'Save without testing' }));
  await waitFor(() => expect(field('Host')).toHaveFocus());
  expect(field('Host')).toHaveAccessibleDescription(/Not this host\./);
  api.on(afterwards);
  await user.click(screen.getByRole('button', { name: 'Save without testing' }));
  expect(await screen.findByRole('heading', { name: 'Select data' })).toBeInTheDocument();
  expect(api.callsTo(CREATE)[0]?.body?.data.attributes).not.toHaveProperty('connectionCheckId');
});

test('the findings of a test are shown in the user’s language, including their numbers', async () => {
  const { user, api } = await fillAndTest();
  const findings: Finding[] = [
    { code: 'tables_found', message: 'Tables: 1200.', values: { tables: 1_200 } },
    { code: 'new_code', message: 'Something newer.', values: {} },
  ];
  const passed = check('succeeded', [step('list', 'passed', { findings })]);
  api.on({ [`POST ${CHECKS}`]: passed, [`GET ${CHECKS}/:id`]: passed });
  await user.click(screen.getByRole('button', { name: 'Test' }));
  expect(await screen.findByText('1,200 tables')).toBeInTheDocument();
  expect(screen.getByText('Something newer.')).toBeInTheDocument();
  await act(() => setLanguage('de'));
  expect(await screen.findByText('1.200 Tabellen')).toBeInTheDocument();
});

test('typed values survive a reload, except the password', async () => {
  const { user } = await open();
  await user.type(await screen.findByLabelText('Host'), 'shop-db');
  await user.type(field('Password'), 's3cret');
  cleanup();
  await open();
  expect(await screen.findByLabelText('Host')).toHaveValue('shop-db');
  expect(field('Password')).toHaveValue('');
});

test('a connector that does not exist leads to the list of those that do', async () => {
  await open('oracle');
  const link = await screen.findByRole('link', { name: 'Choose a source' });
  expect(link).toHaveAttribute('href', `${LIST_PATH}/new/select`);
});

test('the key of an SSH server is trusted with one click, and what was typed stays', async () => {
  const tunnel = { type: 'string', title: 'Host key' };
  const { connectionSpecification: specification } = postgres;
  const properties = { ...(specification as { properties: object }).properties, tunnel_host_key: tunnel };
  const withTunnel: typeof postgres = {
    ...postgres,
    connectionSpecification: { ...specification, properties },
  };
  const unknown = failure({
    code: 'ssh_host_key_unknown',
    field: 'tunnel_host_key',
    values: { host: 'bastion', fingerprint: 'SHA256:abc' },
  });
  const { user } = await renderRoute(routes, `${LIST_PATH}/new/connect?connector=postgres`, {
    mount: MOUNT,
    api: {
      'GET connectors': collectionOf('connectors', [withTunnel]),
      [`POST ${CHECKS}`]: check('failed', [step('reach', 'failed', { failure: unknown })]),
      ...afterwards,
    },
  });
  await user.type(await screen.findByLabelText('Host'), 'shop-db');
  await user.type(field('Database'), 'shop');
  await user.type(field('User'), 'reader');
  await user.type(field('Password'), 's3cret');
  await user.click(screen.getByRole('button', { name: 'Test' }));
  await user.click(await screen.findByRole('button', { name: 'Trust this key' }));
  expect(screen.getByLabelText('Host key of the SSH server')).toHaveValue('SHA256:abc');
  expect(field('Password')).toHaveValue('s3cret');
});
