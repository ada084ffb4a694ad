import type { Letters } from '../mail.ts';

export const emailChanged: Letters<'email_changed'> = {
  en: ({ newEmail }) => ({
    subject: 'Your email address was changed',
    paragraphs: [`Your Headwater account now has the address ${newEmail}. This one is no longer used.`],
    notes: ["If it wasn't you, ask the people who run your installation for help."],
  }),
  de: ({ newEmail }) => ({
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    paragraphs: [
      `Ihr Headwater-Konto hat jetzt die Adresse ${newEmail}. Diese hier wird nicht mehr verwendet.`,
    ],
    notes: ['Wenn Sie das nicht waren, wenden Sie sich an die Betreiber Ihrer Installation.'],
  }),
};
