import type { Letters } from '../mail.ts';

export const accountDeleted: Letters<'account_deleted'> = {
  en: () => ({
    subject: 'Your account was deleted',
    paragraphs: [
      'Your Headwater account was deleted, and with it the workspaces that nobody else belonged to.',
    ],
    notes: ["If it wasn't you, ask the people who run your installation for help."],
  }),
  de: () => ({
    subject: 'Ihr Konto wurde gelöscht',
    paragraphs: [
      'Ihr Headwater-Konto wurde gelöscht, und mit ihm die Arbeitsbereiche, zu denen sonst niemand gehörte.',
    ],
    notes: ['Wenn Sie das nicht waren, wenden Sie sich an die Betreiber Ihrer Installation.'],
  }),
};
