import { act, screen, waitFor } from '@testing-library/react';
import { errorsOf } from '@headwater/shared/testing';
import { forgetEntries } from '../testing/remote-entries.ts';
import { openProfile, profileOf, userSessionsOf } from '../testing/profile.ts';
import { runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';

beforeEach(runEntries);
afterEach(forgetEntries);

const drawer = () => screen.findByRole('dialog', { name: 'Your profile' });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const tab = (name: string) => screen.getByRole('link', { name });

describe('the profile opens over every signed-in layout', () => {
  const menu = /Mara Lindqvist/;
  test.each([
    ['/w/org_finch/data', menu],
    ['/superuser/users', menu],
    ['/create-workspace', 'mara@finch-outdoor.com, profile'],
  ])('at %s and is in its URL', async (at, opener) => {
    const { user, address } = await startShell(at, {
      ...sessionOf({ isSuperuser: true }),
      'GET profile': profileOf(),
    });
    await user.click(await screen.findByRole('button', { name: opener }));
    if (opener === menu) await user.click(screen.getByRole('menuitem', { name: 'Profile' }));
    expect(await drawer()).toBeVisible();
    expect(address()).toBe(`${at}?profile=general`);
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Mara Lindqvist');
    await user.keyboard('{Escape}');
    await isClosed();
    expect(address()).toBe(at);
    expect(screen.getByRole('button', { name: opener })).toHaveFocus();
  });
});

test('the profile sends no request until it is opened', async () => {
  const { heading, api } = await startShell('/w/org_finch/data');
  await heading('Data');
  expect(api.calls.map(({ path }) => path)).toEqual(['sessions']);
});

test('a link opens a section of the profile over the page, and closing changes nothing else in the URL', async () => {
  const { user, address } = await startShell('/w/org_finch/data?q=shop&profile=sessions#rows', {
    ...sessionOf({}),
    'GET profile/sessions': userSessionsOf({ id: 'ses_1', isCurrent: true }),
  });
  await drawer();
  expect(await screen.findByText('This device')).toBeVisible();
  expect(tab('Sessions')).toHaveAttribute('aria-current', 'page');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await isClosed();
  expect(address() + location.hash).toBe('/w/org_finch/data?q=shop#rows');
});

test('a URL with an unknown section opens the first one', async () => {
  await openProfile('open');
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeVisible();
  expect(tab('General')).toHaveAttribute('aria-current', 'page');
});

test('Back closes the profile, even after other sections were opened', async () => {
  const { user, address, router } = await startShell('/w/org_finch/data', {
    ...sessionOf({}),
    'GET profile': profileOf(),
    'GET profile/sessions': userSessionsOf({ id: 'ses_1', isCurrent: true }),
  });
  await user.click(await screen.findByRole('button', { name: /Mara/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Profile' }));
  await drawer();
  await user.click(tab('Sessions'));
  expect(address()).toBe('/w/org_finch/data?profile=sessions');
  await act(() => router.navigate(-1));
  await isClosed();
  expect(address()).toBe('/w/org_finch/data');
});

test('closing the profile goes back if it was opened on the page, which leaves no entry in the history', async () => {
  const { user, address, router, heading } = await startShell('/w/org_finch/source-connections', {
    ...sessionOf({}),
    'GET profile': profileOf(),
    'GET profile/sessions': userSessionsOf({ id: 'ses_1', isCurrent: true }),
  });
  await heading('Source connections');
  await user.click(screen.getByRole('link', { name: 'Data' }));
  await heading('Data');
  await user.click(screen.getByRole('button', { name: /Mara/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Profile' }));
  await drawer();
  await user.click(tab('Sessions'));
  await user.keyboard('{Escape}');
  await isClosed();
  await act(() => router.navigate(-1));
  await waitFor(() => expect(address()).toBe('/w/org_finch/source-connections'));
});

test('an error is shown and can be retried', async () => {
  const { api, press } = await openProfile('general', {
    api: { 'GET profile': errorsOf(400, [{ code: 'request_malformed' }]) },
  });
  expect(await screen.findByText("Couldn't load your profile")).toBeVisible();
  expect(screen.getByText('Request req_test')).toBeVisible();
  api.on({ 'GET profile': profileOf() });
  await press('Try again');
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeVisible();
});

test('in the demo, the profile has only language and theme, and explains why', async () => {
  const demoEndsAt = new Date(Date.now() + 3_600_000).toISOString();
  const { api, user } = await openProfile('security', {
    session: { demoEndsAt },
    api: { 'PATCH profile': profileOf() },
  });
  expect(screen.getByText(/^All other settings require a permanent account/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Security' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
  expect(await screen.findByRole('dialog', { name: 'Ihr Profil' })).toBeVisible();
  expect(api.callsTo('GET profile')).toEqual([]);
  expect(api.callsTo('PATCH profile').map(({ body }) => body!.data.attributes)).toEqual([
    { theme: 'dark' },
    { language: 'de' },
  ]);
});
