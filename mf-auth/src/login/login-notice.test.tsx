import { screen } from '@testing-library/react';
import { renderRoute } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';
import { signInOptionsOf } from '../testing/sign-in-options.ts';

const openLogin = (at: string) =>
  renderRoute(routes, at, { session: null, api: { 'GET sign-in-options': signInOptionsOf() } });

test.each([
  ['password_reset_successful', 'Your password has been changed. Log in with your new password.'],
  ['account_deleted', 'Your account has been deleted.'],
])('%s is shown once and removed from the URL and the history', async (msg, text) => {
  const { location, router } = await openLogin(`/login?msg=${msg}&next=%2Fw%2Forg_finch`);
  expect(screen.getByRole('status')).toHaveTextContent(text);
  expect(location()).toBe('/login?next=%2Fw%2Forg_finch');
  expect(router.state.historyAction).toBe('REPLACE');
});

test('users whose session has ended are told that they will return to their page', async () => {
  await openLogin('/login?next=%2Fw%2Forg_finch%2Fdata');
  expect(screen.getByRole('status')).toHaveTextContent('Log in to continue where you left off.');
});

test.each(['/login', '/login?msg=anything'])('there is no notice at %s', async (at) => {
  await openLogin(at);
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});
