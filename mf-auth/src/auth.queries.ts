import { api } from '@headwater/shared/api';
import type {
  EmailConfirmationResource,
  EmailLogin,
  EmailSignup,
  PasswordReset,
  PasswordResetRequest,
} from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import type { Session } from '@headwater/shared/session';

export const logIn = (attributes: EmailLogin) =>
  api.post<Session>('sessions/email-login', { type: 'email_logins', attributes });

/** Null if the email address has to be confirmed first; the response is the same for an address that is taken. */
export const signUp = (attributes: EmailSignup) =>
  api.post<Session | null>('email-signup', { type: 'email_signups', attributes });

/** `token` is the hand-off code from a sign-in window. */
export const logInByGoogle = (token: string) =>
  api.post<Session>('sessions/google-login', { type: 'google_logins', attributes: { token } });

/** `invitation` is the code of an invitation's link. */
export const signUpByGoogle = (token: string, invitation?: string) =>
  api.post<Session>('google-signup', {
    type: 'google_signups',
    attributes: { token, ...(invitation !== undefined && { invitation }) },
  });

export const startDemo = (code: string) =>
  api.post<Session>('sessions/demo-login', { type: 'demo_logins', attributes: { code } });

export const requestPasswordReset = (attributes: PasswordResetRequest) =>
  api.post<null>('password/request-reset', { type: 'password_reset_requests', attributes });

export const resetPassword = (attributes: PasswordReset) =>
  api.post<undefined>('password/reset', { type: 'password_resets', attributes });

export const requestConfirmation = (email: string) =>
  api.post<null>('email-confirmation-requests', {
    type: 'email_confirmation_requests',
    attributes: { email },
  });

export const confirmEmail = (code: string) =>
  api.post<Flat<EmailConfirmationResource>>('email-confirmations', {
    type: 'email_confirmations',
    attributes: { code },
  });
