import type { Letters } from '../letter.ts';

export const invitation: Letters<'invitation'> = {
  en: ({ link }) => ({
    subject: 'You have been invited to Headwater',
    paragraphs: [
      'You have been invited to sign up for Headwater with this email address. Headwater brings your data together and keeps it up to date.',
    ],
    actions: [{ label: 'Sign up', link }],
    notes: [
      'This invitation expires in 7 days and is for this email address only.',
      "If you weren't expecting it, you can ignore this email. Nothing happens until you sign up.",
    ],
  }),
  de: ({ link }) => ({
    subject: 'Sie wurden zu Headwater eingeladen',
    paragraphs: [
      'Sie wurden eingeladen, sich mit dieser E-Mail-Adresse bei Headwater zu registrieren. Headwater führt Ihre Daten zusammen und hält sie aktuell.',
    ],
    actions: [{ label: 'Registrieren', link }],
    notes: [
      'Die Einladung ist 7 Tage lang und nur für diese E-Mail-Adresse gültig.',
      'Wenn Sie keine Einladung erwartet haben, können Sie diese E-Mail ignorieren. Ohne Registrierung passiert nichts.',
    ],
  }),
};
