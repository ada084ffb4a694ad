import type { Letters } from '../mail.ts';

export const emailChangeNotice: Letters<'email_change_notice'> = {
  en: ({ newEmail }) => ({
    subject: 'A new email address was asked for',
    paragraphs: [
      `Somebody who knows your password wants to change the address of your Headwater account to ${newEmail}. It changes once it is confirmed from there.`,
    ],
    notes: [
      "If it wasn't you, change your password now: that ends every other session and stops the change.",
    ],
  }),
  de: ({ newEmail }) => ({
    subject: 'Eine neue E-Mail-Adresse wurde angefordert',
    paragraphs: [
      `Jemand, der Ihr Passwort kennt, will die Adresse Ihres Headwater-Kontos auf ${newEmail} ändern. Sie ändert sich, sobald das von dort bestätigt wird.`,
    ],
    notes: [
      'Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort: Das beendet alle anderen Sitzungen und hält die Änderung auf.',
    ],
  }),
};
