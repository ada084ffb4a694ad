import type { Letters } from '../mail.ts';

export const confirmEmail: Letters<'confirm_email'> = {
  en: ({ link }) => ({
    subject: 'Confirm your email address',
    paragraphs: ['You signed up for Headwater with this address. Confirm it, and you can log in.'],
    action: { label: 'Confirm email address', link },
    notes: [
      'The link works once, for 24 hours.',
      "If you didn't sign up, ignore this mail: nothing happens without the confirmation.",
    ],
  }),
  de: ({ link }) => ({
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      'Sie haben sich mit dieser Adresse bei Headwater registriert. Bestätigen Sie sie, dann können Sie sich anmelden.',
    ],
    action: { label: 'E-Mail-Adresse bestätigen', link },
    notes: [
      'Der Link gilt einmal, 24 Stunden lang.',
      'Wenn Sie sich nicht registriert haben, ignorieren Sie diese Mail: Ohne Bestätigung geschieht nichts.',
    ],
  }),
};
