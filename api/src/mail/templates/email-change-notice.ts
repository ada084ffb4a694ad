import type { Letters } from '../letter.ts';

export const emailChangeNotice: Letters<'email_change_notice'> = {
  en: ({ newEmail }, { supportEmail }) => ({
    subject: 'A new email address for your account',
    paragraphs: [
      `Your Headwater account is to get the address ${newEmail}. Whoever asked for it gave your password. It takes effect once it is confirmed from there.`,
    ],
    notes: [
      'If it was you, there is nothing to do here.',
      `If it wasn't you, change your password now: that stops the change and ends every other session. If you can't log in any more, write to ${supportEmail} at once.`,
    ],
  }),
  de: ({ newEmail }, { supportEmail }) => ({
    subject: 'Eine neue E-Mail-Adresse für Ihr Konto',
    paragraphs: [
      `Ihr Headwater-Konto soll die Adresse ${newEmail} bekommen. Wer das angefordert hat, hat Ihr Passwort angegeben. Die Änderung gilt, sobald sie von dort bestätigt wird.`,
    ],
    notes: [
      'Wenn Sie das waren, müssen Sie hier nichts tun.',
      `Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort: Das hält die Änderung auf und beendet alle anderen Sitzungen. Wenn Sie sich nicht mehr anmelden können, schreiben Sie sofort an ${supportEmail}.`,
    ],
  }),
};
