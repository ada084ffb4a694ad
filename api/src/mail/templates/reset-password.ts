import type { Letters } from '../letter.ts';

export const resetPassword: Letters<'reset_password'> = {
  en: ({ link }) => ({
    subject: 'Set a new password',
    paragraphs: ['Somebody, probably you, asked for a new password for your Headwater account.'],
    actions: [{ label: 'Set a new password', link }],
    notes: [
      'The link works once, for 30 minutes. A new password ends every session of the account.',
      "If it wasn't you, ignore this mail: your password stays as it is.",
    ],
  }),
  de: ({ link }) => ({
    subject: 'Setzen Sie ein neues Passwort',
    paragraphs: [
      'Jemand, vermutlich Sie selbst, hat für Ihr Headwater-Konto ein neues Passwort angefordert.',
    ],
    actions: [{ label: 'Neues Passwort setzen', link }],
    notes: [
      'Der Link gilt einmal, 30 Minuten lang. Ein neues Passwort beendet alle Sitzungen des Kontos.',
      'Wenn Sie das nicht waren, ignorieren Sie diese Mail: Ihr Passwort bleibt, wie es ist.',
    ],
  }),
};
