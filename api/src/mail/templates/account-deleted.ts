import type { Letters } from '../letter.ts';

export const accountDeleted: Letters<'account_deleted'> = {
  en: (_content, { supportEmail }) => ({
    subject: 'Your account was deleted',
    paragraphs: [
      'Your Headwater account was deleted, and with it the workspaces that nobody else belonged to. This is the last mail to this address.',
    ],
    notes: [`If it wasn't you, write to ${supportEmail} at once.`],
  }),
  de: (_content, { supportEmail }) => ({
    subject: 'Ihr Konto wurde gelöscht',
    paragraphs: [
      'Ihr Headwater-Konto wurde gelöscht, und mit ihm die Arbeitsbereiche, zu denen sonst niemand gehörte. Dies ist die letzte Mail an diese Adresse.',
    ],
    notes: [`Wenn Sie das nicht waren, schreiben Sie sofort an ${supportEmail}.`],
  }),
};
