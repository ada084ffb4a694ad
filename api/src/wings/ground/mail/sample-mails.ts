import { NOTIFICATION_TRIGGERS, type Language, type NotificationTrigger } from '@headwater/shared/contract';
import type { Mail, MailContent, MailFigure, Template } from './mail.ts';

interface Sample {
  readonly to: string;
  readonly language: Language;
  /** The URL of all links in them. */
  readonly link: string;
}

const workspace = 'Finch Outdoor';
const channel = 'Data team';

const notificationOf = (trigger: NotificationTrigger, link: string) => ({
  template: 'notification' as const,
  trigger,
  workspace,
  channel,
  subject: 'shop-db',
  count: '4',
  tables: 'orders, customers',
  time: '2026-11-20T12:00:00Z',
  zone: 'Europe/Berlin',
  link,
});

const dayIn = (language: Language) => (language === 'de' ? '24. Nov. 2026' : 'Nov 24, 2026');

const sampleFigures: readonly MailFigure[] = [
  {
    ...{ title: 'Net revenue', value: '2,979,408', sentence: 'Sum of total: 2,979,408', picture: '' },
    ...{ rows: [], isTable: false, foot: ['Data as of Nov 24, 2026, 08:00'] },
  },
  {
    ...{ title: 'Orders by country', value: '', sentence: 'de has the most: 933.', picture: '' },
    ...{ isTable: true, numeric: [false, true], foot: ['Data as of Nov 24, 2026, 08:00'] },
    rows: [
      ['country', 'orders'],
      ['Germany', '933'],
      ['Austria', '484'],
    ],
  },
  {
    ...{ title: 'Month by month', value: '', sentence: 'Revenue fell.', picture: '', isTable: true },
    foot: ['3 more columns are in the report: Sales, Before: Sales, Change: Sales.'],
    numeric: [false, true, false, true, true],
    rows: [
      ['Month', 'Revenue', 'Compared with', 'Before: Revenue', 'Change: Revenue'],
      ['Oct 2026', '1,204,311.50', 'Sep 1 – 30, 2026', '1,310,042.00', '–105,730.50'],
      ['Sep 2026', '1,310,042.00', 'Aug 1 – 31, 2026', '998,410.25', '+311,631.75'],
    ],
  },
];

/** Returns one mail of every kind, to look at. */
export function sampleMails({ to, language, link }: Sample): Mail[] {
  const contents: { readonly [T in Template]: Extract<MailContent, { template: T }> } = {
    confirm_email: { template: 'confirm_email', link },
    account_exists: { template: 'account_exists', loginLink: link, resetLink: link },
    reset_password: { template: 'reset_password', link },
    reset_without_password: { template: 'reset_without_password', loginLink: link },
    password_changed: { template: 'password_changed', resetLink: link },
    email_change: { template: 'email_change', link },
    email_change_notice: { template: 'email_change_notice', newEmail: 'mara.new@example.com' },
    email_changed: { template: 'email_changed', newEmail: 'mara.new@example.com' },
    google_connected: { template: 'google_connected', email: 'mara@example.com' },
    account_deleted: { template: 'account_deleted' },
    invitation: { template: 'invitation', link },
    workspace_invitation: {
      template: 'workspace_invitation',
      workspace: 'Finch Outdoor',
      invitedBy: 'Mara Lindqvist',
      role: 'editor',
      link,
    },
    workspace_deleted: {
      ...{
        template: 'workspace_deleted',
        workspace,
        by: 'Mara Lindqvist',
        until: '2026-12-27T12:00:00Z',
        zone: 'Europe/Berlin',
        link,
      },
    },
    workspace_restored: { template: 'workspace_restored', workspace, by: 'Mara Lindqvist', link },
    mail_test: { template: 'mail_test' },
    notification: notificationOf('sync_failed', link),
    notification_test: { template: 'notification_test', workspace, channel, link },
    report: {
      ...{ template: 'report', report: 'Revenue overview', workspace, day: dayIn(language), left: '2' },
      ...{
        age: language === 'de' ? 'Datenstand 24. Nov. 2026' : 'Data as of Nov 24, 2026',
        owner: 'Mara Lindqvist',
      },
      ...{ figures: sampleFigures, link, unsubscribeLink: link, oneClickUrl: link },
    },
    report_alert: {
      ...{ template: 'report_alert', state: 'triggered', name: 'Revenue overview: Orders', value: '184' },
      ...{ operator: 'below', limit: '200', reason: '', link },
    },
    report_held: {
      ...{ template: 'report_held', report: 'Board pack', workspace, day: dayIn(language), hours: '6' },
      ...{ tables: 'orders, customers', link, unsubscribeLink: link, oneClickUrl: link },
    },
    webhook_paused: { template: 'webhook_paused', workspace, channel, link },
  };
  const others = NOTIFICATION_TRIGGERS.filter((trigger) => trigger !== 'sync_failed');
  return [...Object.values(contents), ...others.map((trigger) => notificationOf(trigger, link))].map(
    (content) => ({ ...content, to, language }),
  );
}
