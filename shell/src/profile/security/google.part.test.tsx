import { act, screen, waitFor } from '@testing-library/react';
import { queryClient } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';
import { documentOf, errorsOf, noContent } from '@headwater/shared/testing';
import { openProfile, profileOf, signInOptionsOf } from '../../testing/profile.ts';
import { forgetEntries } from '../../testing/remote-entries.ts';
import { MARA, runEntries } from '../../testing/start-shell.tsx';

/** The window that a browser opens. The test sets the URL that the provider redirects it to. */
const popup = { closed: false, close: jest.fn(), location: { pathname: '/signin', search: '' } };
let opened: jest.SpyInstance;
beforeEach(() => {
  runEntries();
  Object.assign(popup, { closed: false, location: { pathname: '/signin', search: '' } });
  opened = jest.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
});
afterEach(() => {
  opened.mockRestore();
  forgetEntries();
});

const LINK = 'POST google-links';
const offered = { 'GET sign-in-options': signInOptionsOf({ google: true }) };
const connected = profileOf({ googleEmail: 'mara@gmail.com' });

async function connect(api = {}) {
  const link = documentOf('sessions', 'ses_new', { ...MARA, csrfToken: 'csrf-new' }, 201);
  const shell = await openProfile('security', { api: { ...offered, [LINK]: link, ...api } });
  await shell.user.click(await screen.findByRole('button', { name: 'Connect: Google' }));
  await shell.user.type(screen.getByLabelText('Current password'), 'Correct-horse-1');
  await shell.press('Continue with Google');
  return shell;
}
const comeBack = (search: string) =>
  act(async () => void (popup.location = { pathname: '/oauth-redirects', search }));

test('Google is connected with the password and the code that the window returns', async () => {
  const { api } = await connect();
  expect(opened).toHaveBeenCalledWith(
    '/api/google/start?purpose=link',
    expect.anything(),
    expect.stringContaining('width=500,height=500'),
  );
  expect(screen.getByRole('button', { name: 'Waiting for Google...' })).toBeDisabled();
  api.on({ 'GET profile': connected });
  await comeBack('?code=hand-off');
  expect(await screen.findByRole('button', { name: 'Disconnect Google' })).toBeVisible();
  expect(screen.getAllByText('Connected to mara@gmail.com')).toHaveLength(2); // the fact and the toast
  const attributes = { token: 'hand-off', password: 'Correct-horse-1' };
  expect(queryClient.getQueryData(sessionQuery.queryKey)?.id).toBe('ses_new');
  expect(api.callsTo(LINK)[0]!.body).toEqual({ data: { type: 'google_links', attributes } });
});

test('no window opens without a password', async () => {
  const { user, press } = await openProfile('security', { api: offered });
  await user.click(await screen.findByRole('button', { name: 'Connect: Google' }));
  await press('Continue with Google');
  expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('Password is required');
  expect(opened).not.toHaveBeenCalled();
});

test.each([
  ['?error=denied', "You didn't allow Google to share your account. Nothing has changed."],
  ['?error=unreachable', "Google can't be reached right now. Try again shortly."],
])('a window that returns with %s shows an error', async (search, text) => {
  await connect();
  await comeBack(search);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeEnabled();
});

test('closing the window stops waiting without an error', async () => {
  await connect();
  popup.closed = true;
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeEnabled();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an account that is connected to someone else is refused', async () => {
  await connect({ [LINK]: errorsOf(409, [{ code: 'google_account_taken' }]) });
  await comeBack('?code=hand-off');
  expect(
    await screen.findByText('This Google account is already connected to another account.'),
  ).toBeVisible();
});

test('Google can be disconnected', async () => {
  const { press, api } = await openProfile('security', {
    profile: { googleEmail: 'mara@gmail.com' },
    api: { ...offered, 'DELETE profile/google': noContent },
  });
  await screen.findByText('Connected to mara@gmail.com');
  api.on({ 'GET profile': profileOf() });
  await press('Disconnect Google');
  expect(await screen.findByRole('button', { name: 'Connect: Google' })).toBeVisible();
  expect(api.callsTo('DELETE profile/google')).toHaveLength(1);
});

test('Google is not mentioned if the installation does not offer it', async () => {
  const { api } = await openProfile('security');
  await screen.findByRole('heading', { name: 'Password' });
  await waitFor(() => expect(api.callsTo('GET sign-in-options')).toHaveLength(1));
  expect(screen.queryByRole('heading', { name: 'Google' })).not.toBeInTheDocument();
});
