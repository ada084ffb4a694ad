import { api } from '@headwater/shared/api';
import type { EmailLogin, EmailSignup } from '@headwater/shared/contract';
import type { Session } from '@headwater/shared/session';

export const logIn = (attributes: EmailLogin) =>
  api.post<Session>('sessions/email-login', { type: 'email_logins', attributes });

/** Without mail to confirm an address by, signing up signs in at once. */
export const signUp = (attributes: EmailSignup) =>
  api.post<Session>('email-signup', { type: 'email_signups', attributes });
