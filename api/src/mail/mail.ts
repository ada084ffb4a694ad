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
  | { readonly template: 'invitation'; readonly link: string };

export type Template = MailContent['template'];

export type Mail = MailContent & { readonly to: string; readonly language: Language };

/** What a template says: plain sentences. Text and HTML are both made of it, by one renderer. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly link: string };
  /** Below the action: how long it holds, what to do if it wasn't you. */
  readonly notes?: readonly string[];
}

/** One template in both languages. */
export type Letters<T extends Template> = Record<
  Language,
  (content: Extract<MailContent, { template: T }>) => Letter
>;
