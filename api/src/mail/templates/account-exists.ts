import type { Letters } from '../mail.ts';

export const accountExists: Letters<'account_exists'> = {
  en: ({ loginLink, resetLink }) => ({
    subject: 'You already have a Headwater account',
    paragraphs: [
      'Somebody, perhaps you, tried to sign up for Headwater with this address. It has an account already, and nothing was changed.',
    ],
    action: { label: 'Log in', link: loginLink },
    notes: [
      `If you have forgotten your password, set a new one: ${resetLink}`,
      "If it wasn't you, there is nothing to do.",
    ],
  }),
  de: ({ loginLink, resetLink }) => ({
    subject: 'Sie haben schon ein Headwater-Konto',
    paragraphs: [
      'Jemand, vielleicht Sie selbst, wollte sich mit dieser Adresse bei Headwater registrieren. Zu ihr gibt es schon ein Konto; geändert wurde nichts.',
    ],
    action: { label: 'Anmelden', link: loginLink },
    notes: [
      `Wenn Sie Ihr Passwort vergessen haben, setzen Sie ein neues: ${resetLink}`,
      'Wenn Sie das nicht waren, müssen Sie nichts tun.',
    ],
  }),
};
