import type { Letters } from '../letter.ts';

export const accountDeleted: Letters<'account_deleted'> = {
  en: (_content, { supportEmail }) => ({
    subject: 'Your account has been deleted',
    paragraphs: [
      'Your Headwater account has been deleted, along with any workspaces that only you belonged to. This is the last email to this address.',
    ],
    notes: [`If this wasn't you, contact ${supportEmail} immediately.`],
  }),
  de: (_content, { supportEmail }) => ({
    subject: 'Ihr Konto wurde gelöscht',
    paragraphs: [
      'Ihr Headwater-Konto wurde gelöscht, zusammen mit allen Arbeitsbereichen, denen nur Sie angehörten. Dies ist die letzte E-Mail an diese Adresse.',
    ],
    notes: [`Wenn Sie das nicht waren, wenden Sie sich sofort an ${supportEmail}.`],
  }),
};
