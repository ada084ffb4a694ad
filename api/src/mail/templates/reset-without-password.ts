import type { Letters } from '../letter.ts';

export const resetWithoutPassword: Letters<'reset_without_password'> = {
  en: ({ loginLink }) => ({
    subject: 'Your account has no password',
    paragraphs: [
      'Somebody, probably you, asked for a new password for your Headwater account. You log in to it with Google, so there is none to replace.',
    ],
    actions: [{ label: 'Log in with Google', link: loginLink }],
    notes: ["If it wasn't you, there is nothing to do."],
  }),
  de: ({ loginLink }) => ({
    subject: 'Ihr Konto hat kein Passwort',
    paragraphs: [
      'Jemand, vermutlich Sie selbst, hat für Ihr Headwater-Konto ein neues Passwort angefordert. Sie melden sich dort mit Google an, es gibt also keines zu ersetzen.',
    ],
    actions: [{ label: 'Mit Google anmelden', link: loginLink }],
    notes: ['Wenn Sie das nicht waren, müssen Sie nichts tun.'],
  }),
};
