import type { Letters } from '../letter.ts';

export const googleConnected: Letters<'google_connected'> = {
  en: ({ email }, { supportEmail }) => ({
    subject: 'Google was connected to your account',
    paragraphs: [`You can now log in to Headwater with the Google account ${email}.`],
    notes: [
      `If it wasn't you, disconnect it in your profile, change your password and write to ${supportEmail}.`,
    ],
  }),
  de: ({ email }, { supportEmail }) => ({
    subject: 'Google wurde mit Ihrem Konto verbunden',
    paragraphs: [`Sie können sich jetzt mit dem Google-Konto ${email} bei Headwater anmelden.`],
    notes: [
      `Wenn Sie das nicht waren, trennen Sie es in Ihrem Profil, ändern Sie Ihr Passwort und schreiben Sie an ${supportEmail}.`,
    ],
  }),
};
