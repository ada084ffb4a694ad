import type { Letters } from '../letter.ts';

export const accountExists: Letters<'account_exists'> = {
  en: ({ loginLink, resetLink }) => ({
    subject: 'You already have a Headwater account',
    paragraphs: [
      'Somebody, perhaps you, wanted to use this address for a Headwater account. There already is one with it, and nothing was changed.',
      'If it was you, log in. If you have forgotten your password, set a new one.',
    ],
    actions: [
      { label: 'Log in', link: loginLink },
      { label: 'Set a new password', link: resetLink },
    ],
    notes: ["If it wasn't you, there is nothing to do: whoever it was has learned nothing of your account."],
  }),
  de: ({ loginLink, resetLink }) => ({
    subject: 'Sie haben schon ein Headwater-Konto',
    paragraphs: [
      'Jemand, vielleicht Sie selbst, wollte diese Adresse für ein Headwater-Konto verwenden. Es gibt schon eines mit ihr; geändert wurde nichts.',
      'Wenn Sie das waren, melden Sie sich an. Wenn Sie Ihr Passwort vergessen haben, setzen Sie ein neues.',
    ],
    actions: [
      { label: 'Anmelden', link: loginLink },
      { label: 'Neues Passwort setzen', link: resetLink },
    ],
    notes: [
      'Wenn Sie das nicht waren, müssen Sie nichts tun: Wer immer es war, hat von Ihrem Konto nichts erfahren.',
    ],
  }),
};
