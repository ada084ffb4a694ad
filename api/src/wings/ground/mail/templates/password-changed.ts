import type { Letters } from '../letter.ts';

export const passwordChanged: Letters<'password_changed'> = {
  en: ({ resetLink }, { supportEmail }) => ({
    subject: 'Your password has been changed',
    paragraphs: [
      'The password of your Headwater account has been changed, and all other devices have been logged out.',
      "If this was you, you don't need to do anything. If it wasn't, set a new password immediately.",
    ],
    actions: [{ label: 'Set a new password', link: resetLink }],
    notes: [`If that doesn't work, contact ${supportEmail}.`],
  }),
  de: ({ resetLink }, { supportEmail }) => ({
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      'Das Passwort Ihres Headwater-Kontos wurde geändert, und alle anderen Geräte wurden abgemeldet.',
      'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, legen Sie sofort ein neues Passwort fest.',
    ],
    actions: [{ label: 'Neues Passwort festlegen', link: resetLink }],
    notes: [`Wenn das nicht funktioniert, wenden Sie sich an ${supportEmail}.`],
  }),
};
