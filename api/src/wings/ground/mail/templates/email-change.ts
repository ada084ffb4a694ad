import type { Letters } from '../letter.ts';

export const emailChange: Letters<'email_change'> = {
  en: ({ link }) => ({
    subject: 'Confirm your new email address',
    paragraphs: [
      'Confirm this email address to use it for your Headwater account. Until then, your account keeps its current address.',
    ],
    actions: [{ label: 'Confirm new address', link }],
    notes: [
      'This link can be used once and expires in 24 hours.',
      "If you didn't request this, you can ignore this email. Without confirmation, nothing changes.",
    ],
  }),
  de: ({ link }) => ({
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    paragraphs: [
      'Bestätigen Sie diese E-Mail-Adresse, um sie für Ihr Headwater-Konto zu verwenden. Bis dahin behält Ihr Konto die bisherige Adresse.',
    ],
    actions: [{ label: 'Neue Adresse bestätigen', link }],
    notes: [
      'Der Link kann einmal verwendet werden und ist 24 Stunden lang gültig.',
      'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren. Ohne Bestätigung ändert sich nichts.',
    ],
  }),
};
