import { screen } from '@testing-library/react';
import { renderRoute } from '@headwater/shared/testing';
import { routes } from './routes.tsx';
import { signInOptionsOf } from './testing/sign-in-options.ts';

const open = (at: string, offered: Parameters<typeof signInOptionsOf>[0]) =>
  renderRoute(routes, at, { session: null, api: { 'GET sign-in-options': signInOptionsOf(offered) } });
const google = () => screen.queryByRole('button', { name: 'Continue with Google' });
const demo = () => screen.queryByRole('link', { name: 'Try the demo' });

test.each(['/login', '/signup'])('%s has Google if it is offered', async (at) => {
  await open(at, { google: true });
  expect(google()).toBeVisible();
});

test.each(['/login', '/signup'])('%s has only the form if nothing else is offered', async (at) => {
  await open(at, {});
  expect(screen.getByLabelText('Password')).toBeVisible();
  expect(google()).not.toBeInTheDocument();
  expect(demo()).not.toBeInTheDocument();
  expect(screen.queryByText('or')).not.toBeInTheDocument();
});

test('the login leads to an open demo', async () => {
  await open('/login', { demo: 'open' });
  expect(demo()).toHaveAttribute('href', '/demo-login');
  expect(google()).not.toBeInTheDocument();
});

test('the login has no link to a demo that requires a code', async () => {
  await open('/login', { demo: 'codes' });
  expect(demo()).not.toBeInTheDocument();
});

test('the sign-up has no link to the demo', async () => {
  await open('/signup', { demo: 'open' });
  expect(demo()).not.toBeInTheDocument();
});

test('the form works even if the sign-in options cannot be fetched', async () => {
  await renderRoute(routes, '/login', { session: null, api: { 'GET sign-in-options': { status: 502 } } });
  expect(screen.getByRole('button', { name: 'Log in' })).toBeEnabled();
});
