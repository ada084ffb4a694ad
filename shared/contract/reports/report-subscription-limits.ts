/** The most subscriptions of a report. */
export const SUBSCRIPTIONS_MAX = 20;
/** The most members to whom a subscription goes. */
export const RECIPIENTS_MAX = 50;
/** How long a delivery waits for data that is as fresh as it should be. */
export const DELIVERY_WAIT_HOURS = 6;
/** How long after a failed attempt the next one follows, in minutes. The last one is about eleven hours after the first. */
export const REPORT_MAIL_RETRY_MINUTES = [1, 5, 30, 120, 480] as const;
/** How many of the latest deliveries are shown. */
export const REPORT_DELIVERIES_SHOWN = 30;
/** How many rows of a table, or points of a chart, an email has. */
export const REPORT_MAIL_ROWS = 20;
/** How many cards an email has. */
export const REPORT_MAIL_CARDS = 20;

export const REPORT_DELIVERY_STATES = ['due', 'waiting', 'retrying', 'sent', 'skipped', 'failed'] as const;

/** What a delivery waits for, or why it wasn't sent. */
export const REPORT_DELIVERY_FAULTS = [
  'stale',
  'empty',
  'unchanged',
  'mail_off',
  'mail_failed',
  'mail_refused',
  'mail_unwritable',
  'not_computed',
  'no_recipients',
  'paused',
  'owner_left',
] as const;
