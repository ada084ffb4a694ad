import type { Letters } from '../letter.ts';

export const resetPassword: Letters<'reset_password'> = {
  en: ({ link }) => ({
    subject: 'Set a new password',
    paragraphs: ['Someone, probably you, requested a new password for your Headwater account.'],
    actions: [{ label: 'Set a new password', link }],
    notes: [
      'This link can be used once and expires in 30 minutes. A new password logs out all devices.',
      "If this wasn't you, you can ignore this email. Your password stays the same.",
    ],
  }),
  de: ({ link }) => ({
    subject: 'Legen Sie ein neues Passwort fest',
    paragraphs: [
      'Jemand, vermutlich Sie selbst, hat für Ihr Headwater-Konto ein neues Passwort angefordert.',
    ],
    actions: [{ label: 'Neues Passwort festlegen', link }],
    notes: [
      'Der Link kann einmal verwendet werden und ist 30 Minuten lang gültig. Mit einem neuen Passwort werden alle Geräte abgemeldet.',
      'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt unverändert.',
    ],
  }),
};
