import type { Letters } from '../letter.ts';

export const accountExists: Letters<'account_exists'> = {
  en: ({ loginLink, resetLink }) => ({
    subject: 'You already have a Headwater account',
    paragraphs: [
      'Someone, perhaps you, tried to use this email address for a Headwater account. There is already an account with this address. Nothing has changed.',
      'If this was you, log in. If you forgot your password, set a new one.',
    ],
    actions: [
      { label: 'Log in', link: loginLink },
      { label: 'Set a new password', link: resetLink },
    ],
    notes: ["If this wasn't you, you don't need to do anything. Nothing about your account was disclosed."],
  }),
  de: ({ loginLink, resetLink }) => ({
    subject: 'Sie haben bereits ein Headwater-Konto',
    paragraphs: [
      'Jemand, vielleicht Sie selbst, wollte diese E-Mail-Adresse für ein Headwater-Konto verwenden. Mit dieser Adresse gibt es bereits ein Konto. Es wurde nichts geändert.',
      'Wenn Sie das waren, melden Sie sich an. Wenn Sie Ihr Passwort vergessen haben, legen Sie ein neues fest.',
    ],
    actions: [
      { label: 'Anmelden', link: loginLink },
      { label: 'Neues Passwort festlegen', link: resetLink },
    ],
    notes: ['Wenn Sie das nicht waren, müssen Sie nichts tun. Über Ihr Konto wurde nichts preisgegeben.'],
  }),
};
