import { documentOf, fakeApi, noContent } from '@headwater/shared/testing';
import * as calls from './auth.queries.ts';

/** Section 7 of the specification, to the letter. */
const SPECIFIED: [string, () => Promise<unknown>, string, object][] = [
  [
    'sessions/email-login',
    () => calls.logIn({ email: 'a@b.example', password: 'Secret' }),
    'email_logins',
    { email: 'a@b.example', password: 'Secret' },
  ],
  ['sessions/google-login', () => calls.logInByGoogle('t'), 'google_logins', { token: 't' }],
  ['sessions/demo-login', () => calls.startDemo('c'), 'demo_logins', { code: 'c' }],
  [
    'password/request-reset',
    () => calls.requestPasswordReset({ email: 'a@b.example' }),
    'password_reset_requests',
    { email: 'a@b.example' },
  ],
  [
    'password/reset',
    () => calls.resetPassword({ code: 'c', password: 'Secret' }),
    'password_resets',
    { code: 'c', password: 'Secret' },
  ],
  [
    'email-signup',
    () => calls.signUp({ email: 'a@b.example', password: 'Secret' }),
    'email_signups',
    { email: 'a@b.example', password: 'Secret' },
  ],
  ['google-signup', () => calls.signUpByGoogle('t'), 'google_signups', { token: 't' }],
];

test.each(SPECIFIED)('POST %s has the specified body', async (path, send, type, attributes) => {
  const response = path.startsWith('password/') ? noContent : documentOf('sessions', 'ses_1', {});
  const api = fakeApi({ [`POST ${path}`]: response });
  await send();
  expect(api.calls.map(({ body }) => body)).toEqual([{ data: { type, attributes } }]);
});
