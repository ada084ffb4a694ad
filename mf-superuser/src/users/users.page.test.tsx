import { act, screen, within } from '@testing-library/react';
import { isRouteErrorResponse, useRouteError } from '@headwater/shared/routing';
import { collectionOf, documentOf, errorsOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';

const USERS = 'GET superuser/users';
const person = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}@finch-outdoor.com`,
  isSuperuser: false,
  createdAt: '2026-03-12T08:00:00Z',
  lastSignInAt: null,
  sessions: 0,
  organizations: [],
  ...more,
});
const MARA = person('usr_1', 'Mara Lindqvist', {
  isSuperuser: true,
  lastSignInAt: '2026-03-12T08:00:00Z',
  sessions: 2,
  organizations: [
    { organizationId: 'org_1', name: 'Finch Outdoor', role: 'admin' },
    { organizationId: 'org_2', name: 'Kajakklubben', role: 'reader' },
  ],
});
const EDVIN = person('usr_2', 'Edvin Strömqvist');
const PETRA = person('usr_3', 'Petra Kiefer');

const open = (api: Handlers, at = '/superuser/users') =>
  renderRoute(routes, at, { mount: '/superuser', session: { isSuperuser: true }, api });

/** Two pages with one user each; a search finds only Petra. */
const paged: Handlers = {
  [USERS]: ({ query }) => {
    if (query.get('filter[q]')) return collectionOf('users', [PETRA], { total: 1 });
    return query.get('page[after]') === 'c1'
      ? collectionOf('users', [EDVIN], { total: 2 })
      : collectionOf('users', [MARA], { total: 2, next: 'c1' });
  },
};
const row = (name: string | RegExp) => screen.findByRole('row', { name });
const previous = () => screen.getByRole('button', { name: 'Previous page' });
const next = () => screen.getByRole('button', { name: 'Next page' });
const search = () => screen.getByRole('searchbox', { name: 'Name or email' });

test('shows all users with their roles and when they last signed in', async () => {
  await open({ [USERS]: collectionOf('users', [MARA, EDVIN]) });
  const mara = within(await row(/Mara Lindqvist/));
  expect(mara.getByText('Superuser')).toBeVisible();
  expect(mara.getByText('mara@finch-outdoor.com')).toBeVisible();
  expect(mara.getByTitle('Finch Outdoor admin, Kajakklubben reader')).toBeVisible();
  expect(mara.getByRole('cell', { name: '2' })).toBeVisible();

  const edvin = within(await row(/Edvin Strömqvist/));
  expect(edvin.getByText('never')).toBeVisible();
  expect(edvin.getByText('None')).toBeVisible();
  expect(screen.getByText('2 users')).toBeVisible();
  expect(document.title).toBe('Users - Headwater');
});

test('fetches the plain list once, by the path that the page requests early', async () => {
  const { api } = await open(paged);
  await row(/Mara/);
  expect(api.calls).toHaveLength(1);
  expect(api.calls[0]!.query.size).toBe(0);
});

test('pages forward and back, with the page in the URL', async () => {
  const { user, location } = await open(paged);
  await row(/Mara/);
  expect(previous()).toHaveAttribute('aria-disabled', 'true');
  expect(previous()).toHaveAttribute('title', 'This is the first page');

  await user.click(next());
  await row(/Edvin/);
  expect(location()).toBe('/superuser/users?after=c1');
  expect(next()).toHaveAttribute('title', 'This is the last page');

  await user.click(previous());
  await row(/Mara/);
  expect(location()).toBe('/superuser/users');
});

test('opens a page by its URL, and leads from there to the first one', async () => {
  const { user, location } = await open(paged, '/superuser/users?after=c1');
  await row(/Edvin/);
  await user.click(previous());
  await row(/Mara/);
  expect(location()).toBe('/superuser/users');
});

test('searches from the first page once the user stops typing, and keeps the search in the URL', async () => {
  const { user, api, location } = await open(paged, '/superuser/users?after=c1');
  await row(/Edvin/);
  await user.type(search(), 'kiefer');
  await row(/Petra/);
  expect(location()).toBe('/superuser/users?q=kiefer');
  expect(api.calls.map(({ query }) => query.get('filter[q]'))).toEqual([null, 'kiefer']);
});

test('opens a search by its URL, and follows Back', async () => {
  const { router } = await open(paged, '/superuser/users');
  await row(/Mara/);
  await act(() => router.navigate('/superuser/users?q=petra'));
  expect(await screen.findByDisplayValue('petra')).toBe(search());
  await row(/Petra/);
  await act(() => router.navigate(-1));
  await row(/Mara/);
  expect(search()).toHaveValue('');
});

test('offers to clear a search that finds nothing', async () => {
  const { user, location } = await open(
    {
      [USERS]: ({ query }) => collectionOf('users', query.get('filter[q]') ? [] : [MARA]),
    },
    '/superuser/users?q=nobody',
  );
  expect(await screen.findByText('Nothing matches “nobody”.')).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1)!);
  await row(/Mara/);
  expect(location()).toBe('/superuser/users');
});

test('shows what failed, with the request ID for support, and tries again', async () => {
  const { user, api } = await open({ [USERS]: errorsOf(422, [{ code: 'field_invalid' }]) });
  const panel = within(await screen.findByRole('alert'));
  expect(panel.getByRole('heading', { name: 'The users couldn’t be loaded' })).toBeVisible();
  expect(panel.getByText('Request req_test')).toBeVisible();

  api.on(paged);
  await user.click(panel.getByRole('button', { name: 'Try again' }));
  await row(/Mara/);
});

test('leads to the first page if a later one is gone', async () => {
  const { user } = await open(
    {
      [USERS]: ({ query }) =>
        query.get('page[after]')
          ? errorsOf(422, [{ code: 'cursor_invalid' }])
          : collectionOf('users', [MARA]),
    },
    '/superuser/users?after=rubbish',
  );
  await user.click(await screen.findByRole('link', { name: 'Go to the first page' }));
  await row(/Mara/);
});

test('keeps its rows and shows a notice if refreshing them fails', async () => {
  const { user, api, router } = await open(paged);
  await row(/Mara/);
  await user.click(next());
  await row(/Edvin/);
  api.on({ [USERS]: errorsOf(422, [{ code: 'field_invalid' }]) });
  await act(() => router.navigate('/superuser/users'));
  expect(await screen.findByText(/couldn’t be refreshed/)).toBeVisible();
  expect(await row(/Mara/)).toBeVisible();
});

test('shows the not-found screen if the user isn’t a superuser to the API', async () => {
  function Caught() {
    const error = useRouteError();
    return <p>{isRouteErrorResponse(error) ? error.status : 'other'}</p>;
  }
  const group = [{ children: routes, ErrorBoundary: Caught }];
  jest.spyOn(console, 'error').mockImplementation(() => {});
  await renderRoute(group, '/superuser/users', {
    mount: '/superuser',
    api: { [USERS]: errorsOf(404, [{ code: 'not_found' }]) },
  });
  expect(await screen.findByText('404')).toBeVisible();
});

describe('a while after signing in, the page', () => {
  const stale = errorsOf(403, [{ code: 'reauthentication_required' }]);
  const profile = (hasPassword: boolean) => ({
    'GET profile': documentOf('profiles', 'usr_1', { hasPassword }),
  });
  const CONFIRM = 'POST reauthentications';

  test('asks for the password, then shows the list', async () => {
    const { user, api } = await open({
      [USERS]: stale,
      ...profile(true),
      [CONFIRM]: errorsOf(422, [
        {
          code: 'password_wrong',
          detail: 'This is not your current password.',
          source: { pointer: '/data/attributes/password' },
        },
      ]),
    });
    expect(await screen.findByRole('heading', { name: 'Confirm it’s you' })).toBeVisible();
    const password = screen.getByLabelText('Password');
    await user.type(password, 'wrong{Enter}');
    expect(await screen.findByText("This isn't your current password.")).toBeVisible();
    expect(password).toHaveFocus();

    api.on({ [CONFIRM]: documentOf('sessions', 'ses_2', { csrfToken: 'csrf-2' }, 201), ...paged });
    await user.clear(password);
    await user.type(password, 'Correct-horse-7');
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await row(/Mara/);
    expect(api.callsTo(CONFIRM).at(-1)!.body!.data).toEqual({
      type: 'reauthentications',
      attributes: { password: 'Correct-horse-7' },
    });
    expect(screen.queryByRole('heading', { name: 'Confirm it’s you' })).toBeNull();
  });

  test('takes the focus from the search field, disables it, and returns the focus', async () => {
    const { user, api } = await open({ ...paged, ...profile(true) });
    await row(/Mara/);
    api.on({ [USERS]: stale });
    await user.type(search(), 'petra');
    const password = await screen.findByLabelText('Password');
    expect(password).toHaveFocus();
    expect(search().closest('[inert]')).not.toBeNull();
    expect(screen.queryByRole('table')).toBeNull();

    api.on({ [CONFIRM]: documentOf('sessions', 'ses_2', { csrfToken: 'csrf-2' }, 201), ...paged });
    await user.type(password, 'Correct-horse-7{Enter}');
    await row(/Petra/);
    expect(search()).toHaveFocus();
    expect(search()).toHaveValue('petra');
    expect(search().closest('[inert]')).toBeNull();
  });

  test('sends users without a password to the login', async () => {
    await open({ [USERS]: stale, ...profile(false) });
    expect(await screen.findByRole('button', { name: 'Log out' })).toBeVisible();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });
});

test('is available in German', async () => {
  await renderRoute(routes, '/superuser/users', { mount: '/superuser', language: 'de', api: paged });
  await row(/Mara/);
  expect(screen.getByRole('columnheader', { name: 'Letzte Anmeldung' })).toBeVisible();
  expect(screen.getByText('2 Benutzer')).toBeVisible();
});
