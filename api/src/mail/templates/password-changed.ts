import type { Letters } from '../letter.ts';

export const passwordChanged: Letters<'password_changed'> = {
  en: ({ resetLink }, { supportEmail }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your Headwater account was changed, and its sessions on other devices were ended.',
      "If it was you, there is nothing to do. If it wasn't, set a new password at once.",
    ],
    actions: [{ label: 'Set a new password', link: resetLink }],
    notes: [`If that doesn't work, write to ${supportEmail}.`],
  }),
  de: ({ resetLink }, { supportEmail }) => ({
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      'Das Passwort Ihres Headwater-Kontos wurde geändert, und seine Sitzungen auf anderen Geräten wurden beendet.',
      'Wenn Sie das waren, müssen Sie nichts tun. Wenn nicht, setzen Sie sofort ein neues Passwort.',
    ],
    actions: [{ label: 'Neues Passwort setzen', link: resetLink }],
    notes: [`Wenn das nicht gelingt, schreiben Sie an ${supportEmail}.`],
  }),
};
