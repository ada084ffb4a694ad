/** When someone is told. Each once for what happened, not again while it lasts. */
export const NOTIFICATION_TRIGGERS = [
  'sync_failed',
  'sync_keeps_failing',
  'sync_recovered',
  'auto_paused',
  'breaking_change',
  'late',
  'token_expiring',
  'alert_triggered',
  'alert_ok',
  'alert_unknown',
] as const;

export const CHANNEL_KINDS = ['email', 'webhook'] as const;

/**
 * `queued` and `retrying` will be sent, `delivered` was accepted by a webhook's receiver, `emailed` was passed to the
 * outgoing email, and `skipped` was never sent.
 */
export const DELIVERY_STATES = ['queued', 'retrying', 'delivered', 'emailed', 'failed', 'skipped'] as const;

/** Why an attempt failed, or why there was none. */
export const DELIVERY_FAULTS = [
  'rejected',
  'redirected',
  'timed_out',
  'host_not_found',
  'address_denied',
  'connection_refused',
  'tls',
  'unreachable',
  'paused',
  'workspace_deleted',
  'mail_off',
  'no_recipients',
  'too_many',
] as const;

export const CHANNELS_MAX = 20;
export const CHANNEL_NAME_MAX = 60;
export const CHANNEL_MEMBERS_MAX = 50;
export const CHANNEL_ADDRESSES_MAX = 10;
export const WEBHOOK_URL_MAX = 2_000;
/** More emails than this to a channel within an hour are left out, and the log says so. */
export const CHANNEL_EMAILS_AN_HOUR = 30;
/** How many days before a token expires someone is told. */
export const TOKEN_NOTICE_DAYS = [14, 7, 1] as const;
/** How long after a failed attempt the next one follows, in minutes. The last one is about a day after the first. */
export const WEBHOOK_RETRY_MINUTES = [1, 5, 30, 120, 360, 960] as const;
export const WEBHOOK_SECONDS_MAX = 10;
export const DELIVERY_DAYS_KEPT = 30;
