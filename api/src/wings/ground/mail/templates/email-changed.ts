import type { Letters } from '../letter.ts';

export const emailChanged: Letters<'email_changed'> = {
  en: ({ newEmail }, { supportEmail }) => ({
    subject: 'Your email address has been changed',
    paragraphs: [
      `The email address of your Headwater account is now ${newEmail}. Use it to log in from now on.`,
    ],
    notes: [`If this wasn't you, contact ${supportEmail} immediately.`],
  }),
  de: ({ newEmail }, { supportEmail }) => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    paragraphs: [
      `Die E-Mail-Adresse Ihres Headwater-Kontos ist jetzt ${newEmail}. Melden Sie sich ab sofort damit an.`,
    ],
    notes: [`Wenn Sie das nicht waren, wenden Sie sich sofort an ${supportEmail}.`],
  }),
};
