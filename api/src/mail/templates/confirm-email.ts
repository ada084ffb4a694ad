import type { Letters } from '../letter.ts';

export const confirmEmail: Letters<'confirm_email'> = {
  en: ({ link }) => ({
    subject: 'Confirm your email address',
    paragraphs: ['You signed up for Headwater with this address. Confirm it, and you can log in.'],
    actions: [{ label: 'Confirm email address', link }],
    notes: [
      'The link works once, for 24 hours.',
      "If you didn't sign up, ignore this mail: without the confirmation nobody can log in.",
    ],
  }),
  de: ({ link }) => ({
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      'Sie haben sich mit dieser Adresse bei Headwater registriert. Bestätigen Sie sie, dann können Sie sich anmelden.',
    ],
    actions: [{ label: 'E-Mail-Adresse bestätigen', link }],
    notes: [
      'Der Link gilt einmal, 24 Stunden lang.',
      'Wenn Sie sich nicht registriert haben, ignorieren Sie diese Mail: Ohne Bestätigung kann sich niemand anmelden.',
    ],
  }),
};
