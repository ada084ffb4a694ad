import { screen } from '@testing-library/react';
import { queryClient } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';
import { documentOf, renderRoute } from '@headwater/shared/testing';
import { routes } from './routes.tsx';
import { signInOptionsOf } from './testing/sign-in-options.ts';

const NEWCOMER = {
  csrfToken: 'token-1',
  isSuperuser: false,
  email: 'tomas@finch-outdoor.com',
  name: 'tomas',
  demoEndsAt: null,
  organizations: [],
};

test('nothing from the demo stays in memory for a user who signs up from it', async () => {
  const { user, location } = await renderRoute(routes, '/signup', {
    session: { demoEndsAt: '2026-11-21T14:00:00.000Z' },
    api: {
      'GET sign-in-options': signInOptionsOf(),
      'POST email-signup': documentOf('sessions', 'ses_1', NEWCOMER, 201),
    },
  });
  queryClient.setQueryData(['organizations'], [{ id: 'org_demo' }]);
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'tomas@finch-outdoor.com');
  await user.type(screen.getByLabelText('Password'), 'Twelve letters 1');
  await user.click(screen.getByRole('button', { name: 'Sign up' }));

  expect(location()).toBe('/create-workspace');
  expect(queryClient.getQueryData(['organizations'])).toBeUndefined();
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toMatchObject({ id: 'ses_1' });
});
