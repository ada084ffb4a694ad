import { screen } from '@testing-library/react';
import { supportEmail } from '@headwater/shared/routing';
import { renderRoute } from '@headwater/shared/testing';
import { routes } from '../routes.tsx';
import { signInOptionsOf } from '../testing/sign-in-options.ts';

const openSignup = (offered: Parameters<typeof signInOptionsOf>[0], language: 'en' | 'de' = 'en') =>
  renderRoute(routes, '/signup', {
    session: null,
    language,
    api: { 'GET sign-in-options': signInOptionsOf(offered) },
  });
const email = () => screen.getByRole('textbox', { name: 'Email' });

test('if sign-up is by invitation only, whom to ask is shown instead of the form', async () => {
  await openSignup({ signUp: 'invited', google: true });
  expect(screen.getByText(/^Sign-up is by invitation only/)).toBeVisible();
  expect(screen.getByRole('link', { name: supportEmail() })).toHaveAttribute(
    'href',
    `mailto:${supportEmail()}`,
  );
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('if sign-up is limited to domains, they are shown at the email address', async () => {
  await openSignup({ signUp: 'domains', signUpDomains: ['finch-outdoor.com', 'kajakklubben.dk'] });
  expect(email()).toHaveAccessibleDescription(
    'Sign-up is limited to email addresses from finch-outdoor.com, kajakklubben.dk.',
  );
});

test('if sign-up is open to everyone, the email address has no hint', async () => {
  await openSignup({ signUp: 'open' });
  expect(email()).not.toHaveAccessibleDescription();
});

test('the page is available in German', async () => {
  await openSignup({ signUp: 'invited' }, 'de');
  expect(screen.getByRole('heading', { name: 'Registrieren' })).toBeVisible();
  expect(document.title).toBe('Registrieren - Headwater');
});
