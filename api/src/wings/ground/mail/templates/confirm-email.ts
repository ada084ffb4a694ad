import type { Letters } from '../letter.ts';

export const confirmEmail: Letters<'confirm_email'> = {
  en: ({ link }) => ({
    subject: 'Confirm your email address',
    paragraphs: ['You signed up for Headwater with this email address. Confirm it to log in.'],
    actions: [{ label: 'Confirm email address', link }],
    notes: [
      'This link can be used once and expires in 24 hours.',
      "If you didn't sign up, you can ignore this email. Without confirmation, no one can log in.",
    ],
  }),
  de: ({ link }) => ({
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      'Sie haben sich mit dieser E-Mail-Adresse bei Headwater registriert. Bestätigen Sie sie, um sich anzumelden.',
    ],
    actions: [{ label: 'E-Mail-Adresse bestätigen', link }],
    notes: [
      'Der Link kann einmal verwendet werden und ist 24 Stunden lang gültig.',
      'Wenn Sie sich nicht registriert haben, können Sie diese E-Mail ignorieren. Ohne Bestätigung kann sich niemand anmelden.',
    ],
  }),
};
