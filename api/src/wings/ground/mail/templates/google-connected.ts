import type { Letters } from '../letter.ts';

export const googleConnected: Letters<'google_connected'> = {
  en: ({ email }, { supportEmail }) => ({
    subject: 'Google has been connected to your account',
    paragraphs: [`You can now log in to Headwater with the Google account ${email}.`],
    notes: [
      `If this wasn't you, disconnect Google in your profile, change your password, and contact ${supportEmail}.`,
    ],
  }),
  de: ({ email }, { supportEmail }) => ({
    subject: 'Google wurde mit Ihrem Konto verbunden',
    paragraphs: [`Sie können sich jetzt mit dem Google-Konto ${email} bei Headwater anmelden.`],
    notes: [
      `Wenn Sie das nicht waren, trennen Sie Google in Ihrem Profil, ändern Sie Ihr Passwort und wenden Sie sich an ${supportEmail}.`,
    ],
  }),
};
