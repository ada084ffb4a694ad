import type { Letters } from '../letter.ts';

export const resetWithoutPassword: Letters<'reset_without_password'> = {
  en: ({ loginLink }) => ({
    subject: 'Your account has no password',
    paragraphs: [
      'Someone, probably you, requested a new password for your Headwater account. You log in with Google, so there is no password to reset.',
    ],
    actions: [{ label: 'Log in with Google', link: loginLink }],
    notes: ["If this wasn't you, you don't need to do anything."],
  }),
  de: ({ loginLink }) => ({
    subject: 'Ihr Konto hat kein Passwort',
    paragraphs: [
      'Jemand, vermutlich Sie selbst, hat für Ihr Headwater-Konto ein neues Passwort angefordert. Sie melden sich mit Google an, daher gibt es kein Passwort zurückzusetzen.',
    ],
    actions: [{ label: 'Mit Google anmelden', link: loginLink }],
    notes: ['Wenn Sie das nicht waren, müssen Sie nichts tun.'],
  }),
};
