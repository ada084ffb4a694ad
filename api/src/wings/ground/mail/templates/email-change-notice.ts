import type { Letters } from '../letter.ts';

export const emailChangeNotice: Letters<'email_change_notice'> = {
  en: ({ newEmail }, { supportEmail }) => ({
    subject: 'Your email address is about to change',
    paragraphs: [
      `Someone who entered your password asked to change the email address of your Headwater account to ${newEmail}. The change takes effect once it is confirmed from that address.`,
    ],
    notes: [
      "If this was you, you don't need to do anything.",
      `If this wasn't you, change your password now. That cancels the change and logs out all other devices. If you can no longer log in, contact ${supportEmail} immediately.`,
    ],
  }),
  de: ({ newEmail }, { supportEmail }) => ({
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    paragraphs: [
      `Jemand, der Ihr Passwort eingegeben hat, möchte die E-Mail-Adresse Ihres Headwater-Kontos in ${newEmail} ändern. Die Änderung gilt, sobald sie von dieser Adresse aus bestätigt wird.`,
    ],
    notes: [
      'Wenn Sie das waren, müssen Sie nichts tun.',
      `Wenn Sie das nicht waren, ändern Sie jetzt Ihr Passwort: Das bricht die Änderung ab und meldet alle anderen Geräte ab. Wenn Sie sich nicht mehr anmelden können, wenden Sie sich sofort an ${supportEmail}.`,
    ],
  }),
};
