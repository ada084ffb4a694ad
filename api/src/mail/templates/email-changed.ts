import type { Letters } from '../letter.ts';

export const emailChanged: Letters<'email_changed'> = {
  en: ({ newEmail }, { supportEmail }) => ({
    subject: 'Your email address was changed',
    paragraphs: [
      `Your Headwater account now has the address ${newEmail}. This one is no longer used: log in with the new one.`,
    ],
    notes: [`If it wasn't you, write to ${supportEmail} at once.`],
  }),
  de: ({ newEmail }, { supportEmail }) => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    paragraphs: [
      `Ihr Headwater-Konto hat jetzt die Adresse ${newEmail}. Diese hier wird nicht mehr verwendet: Melden Sie sich mit der neuen an.`,
    ],
    notes: [`Wenn Sie das nicht waren, schreiben Sie sofort an ${supportEmail}.`],
  }),
};
