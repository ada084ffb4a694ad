import type { Letters } from '../mail.ts';

export const invitation: Letters<'invitation'> = {
  en: ({ link }) => ({
    subject: 'You are invited to Headwater',
    paragraphs: ['You are invited to sign up for Headwater with this address.'],
    action: { label: 'Sign up', link },
    notes: ['The invitation holds for 7 days.'],
  }),
  de: ({ link }) => ({
    subject: 'Sie sind zu Headwater eingeladen',
    paragraphs: ['Sie sind eingeladen, sich mit dieser Adresse bei Headwater zu registrieren.'],
    action: { label: 'Registrieren', link },
    notes: ['Die Einladung gilt 7 Tage.'],
  }),
};
