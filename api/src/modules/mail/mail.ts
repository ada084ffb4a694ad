import type { Language, NotificationTrigger, Role } from '@headwater/shared/contract';

/** Every mail that the product sends, with its values. Links lead to our own pages. */
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
  | {
      readonly template: 'workspace_invitation';
      readonly workspace: string;
      readonly invitedBy: string;
      readonly role: Role;
      readonly link: string;
    }
  /** Something happened in a workspace. What a trigger has no use for is empty. */
  | {
      readonly template: 'notification';
      readonly trigger: NotificationTrigger;
      readonly workspace: string;
      readonly channel: string;
      /** The name of a connection or a service account. */
      readonly subject: string;
      readonly count: string;
      readonly tables: string;
      /** RFC 3339. */
      readonly time: string;
      readonly link: string;
    }
  | {
      readonly template: 'notification_test';
      readonly workspace: string;
      readonly channel: string;
      readonly link: string;
    }
  | {
      readonly template: 'webhook_paused';
      readonly workspace: string;
      readonly channel: string;
      readonly link: string;
    }
  /** From the operator, to check whether mails arrive. */
  | { readonly template: 'mail_test' };

export type Template = MailContent['template'];

export type Mail = MailContent & { readonly to: string; readonly language: Language };

/**
 * Throws if a value could become a separate header, or a link leads anywhere other than to a web page.
 * Called before the mail is queued, so that a mistake shows at its caller. The error names the value
 * without repeating it.
 */
export function checkMail(mail: Mail): void {
  for (const [name, value] of Object.entries(mail)) {
    if (/\p{Cc}/u.test(value)) throw new Error(`The mail's ${name} contains a control character.`);
    if (/link$/i.test(name) && !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
      throw new Error(`The mail's ${name} is not the URL of a page.`);
  }
}
