import type { Letters } from '../letter.ts';

export const mailTest: Letters<'mail_test'> = {
  en: () => ({
    subject: 'A test mail from Headwater',
    paragraphs: [
      'Mails of this installation arrive. The people who run it sent this one to see whether they do.',
    ],
    notes: ["If you don't know of this, there is nothing to do."],
  }),
  de: () => ({
    subject: 'Eine Testmail von Headwater',
    paragraphs: [
      'Die Mails dieser Installation kommen an. Wer sie betreibt, hat diese Mail gesendet, um das zu prüfen.',
    ],
    notes: ['Wenn Sie davon nichts wissen, müssen Sie nichts tun.'],
  }),
};
