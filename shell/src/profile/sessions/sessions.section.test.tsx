import { screen, waitFor, within } from '@testing-library/react';
import { errorsOf, noContent, type Handlers } from '@headwater/shared/testing';
import { browser } from '../../remotes/reload-once.ts';
import { openProfile, userSessionsOf } from '../../testing/profile.ts';
import { forgetEntries } from '../../testing/remote-entries.ts';
import { runEntries } from '../../testing/start-shell.tsx';

beforeEach(runEntries);
afterEach(forgetEntries);

const LIST = 'GET profile/sessions';
const here = { id: 'ses_1', isCurrent: true };
const phone = { id: 'ses_2', browser: 'Safari', system: 'iOS', address: null };
const bare = { id: 'ses_3', browser: null, system: null };

async function openSessions(api?: Handlers) {
  const shell = await openProfile('sessions', { api: { [LIST]: userSessionsOf(here, phone, bare), ...api } });
  await screen.findByText('This device');
  const rows = () => within(shell.drawer).getAllByRole('listitem');
  return { ...shell, rows };
}

test('every session is listed with device, IP address, and last use, and the current one is marked', async () => {
  const { rows } = await openSessions();
  expect(rows().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Firefox on Linux This device203\.0\.113\.7, last used .+Log out$/),
    expect.stringMatching(/^Safari on iOS last used .+Log out$/),
    expect.stringMatching(/^Unknown browser 203\.0\.113\.7, last used .+Log out$/),
  ]);
  const time = within(rows()[1]!).getByText(/ago|yesterday|in /);
  expect(time).toHaveAttribute('dateTime', '2026-01-05T08:00:00Z');
  expect(time).toHaveAttribute('title', expect.stringMatching(/^Jan 5, 2026, \d\d:\d\d:\d\d \S+/));
});

test('one session can be ended', async () => {
  const { press, api, rows } = await openSessions({ 'DELETE sessions/:id': noContent });
  api.on({ [LIST]: userSessionsOf(here, bare) });
  await press('Log out Safari on iOS');
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(api.callsTo('DELETE sessions/:id').map(({ path }) => path)).toEqual(['sessions/ses_2']);
});

test('all other sessions can be ended', async () => {
  const { press, api, rows } = await openSessions({ 'DELETE profile/sessions': noContent });
  api.on({ [LIST]: userSessionsOf(here) });
  await press('Log out all other devices');
  expect(await screen.findByText('All other devices have been logged out.')).toBeVisible();
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Log out all other devices' })).not.toBeInTheDocument();
});

test('ending the current session logs out', async () => {
  const open = jest.spyOn(browser, 'open').mockImplementation(() => {});
  const { user, rows, api } = await openSessions({ 'DELETE sessions/ses_1': noContent });
  await user.click(within(rows()[0]!).getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(open).toHaveBeenCalledWith('/login'));
  expect(api.callsTo('DELETE sessions/ses_1')).toHaveLength(1);
  open.mockRestore();
});

test('an error is shown if a session could not be ended', async () => {
  const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
  const { press, rows } = await openSessions({
    'DELETE sessions/:id': errorsOf(503, [{ code: 'unavailable' }]),
  });
  await press('Log out Safari on iOS');
  expect(await screen.findByText('Headwater is starting or stopping. Try again shortly.')).toBeVisible();
  expect(rows()).toHaveLength(3);
  errors.mockRestore();
});
