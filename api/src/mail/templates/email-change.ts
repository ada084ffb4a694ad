import type { Letters } from '../letter.ts';

export const emailChange: Letters<'email_change'> = {
  en: ({ link }) => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      'This is to become the address of a Headwater account. Until you confirm it, the account keeps the one that it has.',
    ],
    actions: [{ label: 'Confirm new address', link }],
    notes: [
      'The link works once, for 24 hours.',
      "If you don't know of this, ignore this mail: without the confirmation nothing changes.",
    ],
  }),
  de: ({ link }) => ({
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    paragraphs: [
      'Diese Adresse soll die eines Headwater-Kontos werden. Bis Sie sie bestätigen, behält das Konto seine bisherige.',
    ],
    actions: [{ label: 'Neue Adresse bestätigen', link }],
    notes: [
      'Der Link gilt einmal, 24 Stunden lang.',
      'Wenn Sie davon nichts wissen, ignorieren Sie diese Mail: Ohne Bestätigung ändert sich nichts.',
    ],
  }),
};
