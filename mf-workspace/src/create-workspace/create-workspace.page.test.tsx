import { act, screen, waitFor } from '@testing-library/react';
import { queryClient } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';
import {
  collectionOf,
  documentOf,
  errorsOf,
  type FakeResponse,
  membership,
  noContent,
  renderRoute,
} from '@headwater/shared/testing';
import { routes } from '../routes.tsx';

const CREATE = 'POST organizations';
const EVENTS = 'POST events';
const DELETED = 'GET deleted-organizations';
const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const CREATED = {
  ...{ name: 'Finch Outdoor', role: 'admin', createdAt: '2026-11-21T12:00:00Z' },
  ...{ timeZone: ZONE, currency: null, weekStart: 'monday' },
};
const created = documentOf('organizations', 'org_new', CREATED, 201);

const name = () => screen.getByRole('textbox', { name: 'Workspace name*' });
const submit = () => screen.getByRole('button', { name: 'Create' });

const open = (response: FakeResponse | (() => Promise<FakeResponse>), event: FakeResponse = noContent) =>
  renderRoute(routes, '/create-workspace', {
    session: { organizations: [] },
    api: { [CREATE]: response, [EVENTS]: event, [DELETED]: collectionOf('deleted_organizations', []) },
  });

test('creates the workspace, confirms it, and goes there', async () => {
  const { user, api, location } = await open(created);
  await user.type(name(), 'Finch Outdoor');
  await user.click(submit());

  const [call] = api.callsTo(CREATE);
  expect(call!.body).toEqual({ data: { type: 'organizations', attributes: { name: 'Finch Outdoor' } } });
  expect(call!.headers).toMatchObject({ 'time-zone': ZONE });
  expect(await screen.findByText('New workspace was created!')).toBeVisible();
  expect(location()).toBe('/w/org_new');
});

test('adds the workspace to the session before its layout needs it', async () => {
  const { user } = await open(created);
  await user.type(name(), 'Finch Outdoor');
  await user.click(submit());
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toMatchObject({
    organizations: [membership({ organizationId: 'org_new', timeZone: ZONE })],
  });
});

test('invalidates the list of organizations', async () => {
  const { user } = await open(created);
  queryClient.setQueryData(['organizations'], []);
  await user.type(name(), 'Finch Outdoor');
  await user.click(submit());
  expect(queryClient.getQueryState(['organizations'])?.isInvalidated).toBe(true);
});

test('reports the click, even if nothing is created', async () => {
  const { user, api } = await open(created);
  await user.click(submit());
  expect(api.callsTo(EVENTS)[0]!.body).toEqual({
    data: {
      type: 'events',
      attributes: { name: 'signup_create_workspace_button_clicked', organization_id: null },
    },
  });
  expect(api.callsTo(CREATE)).toEqual([]);
});

test('creates the workspace even if the report is refused', async () => {
  const { user, location } = await open(created, errorsOf(500, [{ code: 'internal_error' }]));
  await user.type(name(), 'Finch Outdoor');
  await user.click(submit());
  expect(location()).toBe('/w/org_new');
});

test.each([
  ['Abc', 'Must be at least 4 characters long'],
  ['A name of thirty-one characters', "Can't be more than 30 characters long"],
  ['1 Company', 'Must start with a letter'],
  ['Mañana', 'Can only contain letters a-z, numbers or spaces'],
])('refuses the name "%s"', async (text, error) => {
  const { user, api } = await open(created);
  await user.type(name(), text);
  expect(screen.queryByText(error)).not.toBeInTheDocument();
  await user.click(submit());
  await waitFor(() => expect(name()).toHaveFocus());
  expect(name()).toHaveAccessibleDescription(expect.stringContaining(error));
  expect(api.callsTo(CREATE)).toEqual([]);
});

test('shows beforehand that the name is permanent', async () => {
  await open(created);
  expect(name()).toHaveAccessibleDescription('4 to 30 characters. The name can’t be changed later.');
  expect(name()).toHaveAttribute('placeholder', 'My Company');
});

test('shows that it is creating the workspace, and sends once', async () => {
  let respond: (response: FakeResponse) => void = () => {};
  const { user, api } = await open(() => new Promise((resolve) => (respond = resolve)));
  await user.type(name(), 'Finch Outdoor');
  await user.click(submit());
  expect(screen.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  await user.type(name(), '{Enter}');
  expect(api.callsTo(CREATE)).toHaveLength(1);
  await act(async () => respond(created));
});

test('shows that something went wrong, and stays', async () => {
  const { user, location } = await open(errorsOf(500, [{ code: 'internal_error' }]));
  await user.type(name(), 'Finch Outdoor');
  await user.click(submit());
  expect(await screen.findByText('Something went wrong.')).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(location()).toBe('/create-workspace');
});

test('shows it once if there is no response', async () => {
  const { user } = await open(() => Promise.reject(new TypeError('offline')));
  await user.type(name(), 'Finch Outdoor');
  await user.click(submit());
  expect(await screen.findByText('Something went wrong.')).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

test('also shows an error from the server in the name at its field', async () => {
  const { user } = await open(
    errorsOf(422, [{ code: 'workspace_name_first_letter', source: { pointer: '/data/attributes/name' } }]),
  );
  await user.type(name(), 'Finch Outdoor');
  await user.click(submit());
  expect(await screen.findByText('Something went wrong.')).toBeVisible();
  expect(name()).toHaveAccessibleDescription(/^Must start with a letter/);
  expect(name()).toHaveFocus();
});

test('is available in German', async () => {
  await renderRoute(routes, '/create-workspace', { language: 'de' });
  expect(screen.getByRole('button', { name: 'Erstellen' })).toBeVisible();
  expect(document.title).toBe('Arbeitsbereich erstellen - Headwater');
});

test('a deleted workspace is listed with its last day, and restored', async () => {
  const times = { deletedAt: '2026-11-27T12:00:00Z', restorableUntil: '2026-12-27T12:00:00Z' };
  const deleted = { id: 'org_old', name: 'Finch Outdoor', deletedBy: 'Mara', ...times };
  const restored = 'POST deleted-organizations/:id/restorations';
  const { user, api, location } = await renderRoute(routes, '/create-workspace', {
    session: { organizations: [] },
    api: {
      [DELETED]: collectionOf('deleted_organizations', [deleted]),
      [restored]: documentOf('organizations', 'org_old', CREATED),
    },
  });
  expect(await screen.findByText(/^Deleted by Mara, can be restored until .*2026/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Restore Finch Outdoor' }));
  await waitFor(() => expect(location()).toBe('/w/org_old'));
  expect(api.callsTo(restored)).toHaveLength(1);
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toMatchObject({
    organizations: [membership({ organizationId: 'org_old', timeZone: ZONE })],
  });
});

test('nothing is said of deleted workspaces if there are none', async () => {
  await open(created);
  expect(screen.queryByText('Deleted workspaces')).not.toBeInTheDocument();
});
