import type { Letters } from '../mail.ts';

export const resetWithoutPassword: Letters<'reset_without_password'> = {
  en: ({ loginLink }) => ({
    subject: 'Your account has no password',
    paragraphs: [
      'Somebody asked for a new password for your Headwater account. You sign in with Google there, so it has none to reset.',
    ],
    action: { label: 'Log in with Google', link: loginLink },
    notes: ["If you didn't ask for it, there is nothing to do."],
  }),
  de: ({ loginLink }) => ({
    subject: 'Ihr Konto hat kein Passwort',
    paragraphs: [
      'Für Ihr Headwater-Konto wurde ein neues Passwort angefordert. Sie melden sich dort mit Google an, es hat also keines.',
    ],
    action: { label: 'Mit Google anmelden', link: loginLink },
    notes: ['Wenn Sie das nicht waren, müssen Sie nichts tun.'],
  }),
};
