import type { Letters } from '../letter.ts';

export const mailTest: Letters<'mail_test'> = {
  en: () => ({
    subject: 'Test email from Headwater',
    paragraphs: ['Email from this Headwater installation works. Its operator sent this message as a test.'],
    notes: ["If you weren't expecting it, you don't need to do anything."],
  }),
  de: () => ({
    subject: 'Test-E-Mail von Headwater',
    paragraphs: [
      'Der E-Mail-Versand dieser Headwater-Installation funktioniert. Ihr Betreiber hat diese E-Mail zum Test gesendet.',
    ],
    notes: ['Wenn Sie diese E-Mail nicht erwartet haben, müssen Sie nichts tun.'],
  }),
};
