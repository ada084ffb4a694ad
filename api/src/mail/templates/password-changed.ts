import type { Letters } from '../mail.ts';

export const passwordChanged: Letters<'password_changed'> = {
  en: ({ resetLink }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your Headwater account was changed, and the sessions on other devices were ended.',
    ],
    notes: [`If it wasn't you, set a new password at once: ${resetLink}`],
  }),
  de: ({ resetLink }) => ({
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      'Das Passwort Ihres Headwater-Kontos wurde geändert, und die Sitzungen auf anderen Geräten wurden beendet.',
    ],
    notes: [`Wenn Sie das nicht waren, setzen Sie sofort ein neues Passwort: ${resetLink}`],
  }),
};
