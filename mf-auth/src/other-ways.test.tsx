import { screen } from '@testing-library/react';
import { renderRoute } from '@headwater/shared/testing';
import { routes } from './routes.tsx';
import { signInOptionsOf } from './testing/sign-in-options.ts';

const open = (at: string, offered: Parameters<typeof signInOptionsOf>[0]) =>
  renderRoute(routes, at, { session: null, api: { 'GET sign-in-options': signInOptionsOf(offered) } });
const google = () => screen.queryByRole('button', { name: 'Continue with Google' });
const demo = () => screen.queryByRole('link', { name: 'Try the demo' });

test.each(['/login', '/signup'])('Google stands on %s only where it is offered', async (at) => {
  await open(at, { google: true });
  expect(google()).toBeVisible();
});

test.each(['/login', '/signup'])('%s is the form alone where nothing else is offered', async (at) => {
  await open(at, {});
  expect(screen.getByLabelText('Password')).toBeVisible();
  expect(google()).not.toBeInTheDocument();
  expect(demo()).not.toBeInTheDocument();
  expect(screen.queryByText('or')).not.toBeInTheDocument();
});

test('the login leads to a demo that is open', async () => {
  await open('/login', { demo: 'open' });
  expect(demo()).toHaveAttribute('href', '/demo-login');
  expect(google()).not.toBeInTheDocument();
});

test('a demo by codes opens by its link alone', async () => {
  await open('/login', { demo: 'codes' });
  expect(demo()).not.toBeInTheDocument();
});

test('the sign-up has no demo', async () => {
  await open('/signup', { demo: 'open' });
  expect(demo()).not.toBeInTheDocument();
});

test('the form is there even where nobody answers what is offered', async () => {
  await renderRoute(routes, '/login', { session: null, api: { 'GET sign-in-options': { status: 502 } } });
  expect(screen.getByRole('button', { name: 'Log in' })).toBeEnabled();
});
