import {
  asSeen,
  hasUnseen,
  type AlertState,
  type Language,
  type NotificationTrigger,
  type Role,
} from '@headwater/shared/contract';
import { MailUnwritable } from '../../../platform/mail/outbox.ts';

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
  | {
      readonly template: 'workspace_deleted';
      readonly workspace: string;
      readonly by: string;
      /** Until when it can be restored, in RFC 3339, and the zone in which that is said. */
      readonly until: string;
      readonly zone: string;
      readonly link: string;
    }
  | {
      readonly template: 'workspace_restored';
      readonly workspace: string;
      readonly by: string;
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
      /** RFC 3339, and the zone in which it is said. */
      readonly time: string;
      readonly zone: string;
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
  /** A report as it is now. It has pictures, which come with the mail. */
  | {
      readonly template: 'report';
      readonly report: string;
      readonly workspace: string;
      /** When it was made, as people write it. */
      readonly day: string;
      /** How old its oldest data is. */
      readonly age: string;
      readonly figures: readonly MailFigure[];
      /** How many cards the mail doesn't have. */
      readonly left: string;
      /** Whose subscription it is, or empty for a test. */
      readonly owner: string;
      readonly link: string;
      /** Empty for a test. */
      readonly unsubscribeLink: string;
      /** Where mail programs unsubscribe without opening a page. Empty for a test. */
      readonly oneClickUrl: string;
    }
  /** The state of an alert has changed, for whom it belongs to. What a state has no use for is empty. */
  | {
      readonly template: 'report_alert';
      readonly state: AlertState;
      /** Of the report and its card. */
      readonly name: string;
      readonly value: string;
      readonly operator: 'above' | 'below';
      readonly limit: string;
      readonly reason: string;
      readonly link: string;
    }
  /** A report that waited for fresh data in vain. */
  | {
      readonly template: 'report_held';
      readonly report: string;
      readonly workspace: string;
      readonly day: string;
      readonly tables: string;
      readonly hours: string;
      readonly link: string;
      readonly unsubscribeLink: string;
      readonly oneClickUrl: string;
    }
  /** From the operator, to check whether mails arrive. */
  | { readonly template: 'mail_test' };

/** What a card of a report shows. */
export interface MailFigure {
  readonly title: string;
  /** Of a number. */
  readonly value: string;
  readonly sentence: string;
  /** The first rows, with the names of columns above them. */
  readonly rows: readonly (readonly string[])[];
  /** For each column, whether it has numbers. Mails that an earlier version has queued don't say it. */
  readonly numeric?: readonly boolean[];
  /** Whether the rows are a table to read, and not the values of a picture. */
  readonly isTable: boolean;
  /** The content ID of its picture, or empty. */
  readonly picture: string;
  readonly foot: readonly string[];
}

/** A file that comes with a mail. One with a content ID is shown in it. */
export interface MailFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
  readonly cid?: string;
}

export type Template = MailContent['template'];

export type Mail = MailContent & { readonly to: string; readonly language: Language };

const LINK = /(?:link|url)$/i;
const ADDRESS = /^to$|email$/i;
/** Names that people chose, for themselves or for what they made. */
const NAMES = ['invitedBy', 'by', 'owner', 'workspace', 'channel', 'subject'];
const NAME_MAX = 80;

/**
 * Returns the mail with everything that people wrote as it can be sent: in one line, and names cut, and not as something
 * that mail programs make a link. Names from before they were checked are among them. Throws if an address could become
 * a separate header, or a link leads anywhere other than to a web page. Called before the mail is queued, so that a
 * mistake shows at its caller. The error names the value without repeating it.
 */
export function safeMail(mail: Mail): Mail {
  const safe = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return safeText(mail, name, value);
    if (Array.isArray(value)) return value.map((each) => safe(each, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, safe(inner, key)]));
  };
  return safe(mail, '') as Mail;
}

function safeText(mail: Mail, name: string, value: string): string {
  const isLink = LINK.test(name);
  if (!isLink && !ADDRESS.test(name)) {
    const line = asSeen(value);
    return NAMES.includes(name) ? unlinked([...line].slice(0, NAME_MAX).join('')) : line;
  }
  if (hasUnseen(value)) throw new MailUnwritable(`The mail's ${name} contains a control character.`);
  if (isLink && !isAbsent(mail, name, value) && !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new MailUnwritable(`The mail's ${name} is not the URL of a page.`);
  return value;
}

/** Mail programs make links of what looks like an address. A space without a width keeps them from it. */
const unlinked = (name: string): string => name.replaceAll(/(?<=\S)([.:@/])(?=\S)/gu, '$1\u200b');

/** A test of a report has nothing to unsubscribe from. */
const isAbsent = ({ template }: Mail, name: string, value: string) =>
  template === 'report' && ['unsubscribeLink', 'oneClickUrl'].includes(name) && value === '';
