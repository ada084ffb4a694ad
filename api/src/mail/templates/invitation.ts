import type { Letters } from '../letter.ts';

export const invitation: Letters<'invitation'> = {
  en: ({ link }) => ({
    subject: 'You are invited to Headwater',
    paragraphs: [
      'You are invited to sign up for Headwater with this address: to bring data together, keep them fresh and report on them.',
    ],
    actions: [{ label: 'Sign up', link }],
    notes: [
      'The invitation holds for 7 days and for this address alone.',
      "If you didn't expect it, ignore this mail: nothing happens until you sign up.",
    ],
  }),
  de: ({ link }) => ({
    subject: 'Sie sind zu Headwater eingeladen',
    paragraphs: [
      'Sie sind eingeladen, sich mit dieser Adresse bei Headwater zu registrieren: um Daten zusammenzuführen, aktuell zu halten und darüber zu berichten.',
    ],
    actions: [{ label: 'Registrieren', link }],
    notes: [
      'Die Einladung gilt 7 Tage und nur für diese Adresse.',
      'Wenn Sie sie nicht erwartet haben, ignorieren Sie diese Mail: Ohne Registrierung geschieht nichts.',
    ],
  }),
};
