import type { Language } from '@headwater/shared/contract';

/** Every mail that the product sends, with what it says. Links are of our own pages. */
export type MailContent =
  | { readonly template: 'confirm_email'; readonly link: string }
  | { readonly template: 'account_exists'; readonly loginLink: string; readonly resetLink: string }
  | { readonly template: 'reset_password'; readonly link: string }
  | { readonly template: 'reset_without_password'; readonly loginLink: string }
  | { readonly template: 'password_changed'; readonly resetLink: string }
  | { readonly template: 'email_change'; readonly link: string }
  | { readonly template: 'email_change_notice'; readonly newEmail: string }
  | { readonly template: 'email_changed'; readonly newEmail: string }
  | { readonly template: 'google_connected'; readonly email: string }
  | { readonly template: 'account_deleted' }
  | { readonly template: 'invitation'; readonly link: string }
  /** From the operator, to see whether mails arrive. */
  | { readonly template: 'mail_test' };

export type Template = MailContent['template'];

export type Mail = MailContent & { readonly to: string; readonly language: Language };

/**
 * Throws where a value could become a header of its own, or a link leads elsewhere than to a page. Before the mail is
 * queued, so that a mistake shows at its caller; it names the value and does not repeat it.
 */
export function checkMail(mail: Mail): void {
  for (const [name, value] of Object.entries(mail)) {
    if (/\p{Cc}/u.test(value)) throw new Error(`The mail's ${name} holds a control character.`);
    if (/link$/i.test(name) && !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
      throw new Error(`The mail's ${name} is not the address of a page.`);
  }
}
