export const SERVICE_ACCOUNT_NAME_MAX = 60;
export const SERVICE_ACCOUNT_DESCRIPTION_MAX = 200;
/** The most service accounts that a workspace has. */
export const SERVICE_ACCOUNTS_MAX = 100;
/** The most tokens of a service account that work at the same time. */
export const LIVE_TOKENS_MAX = 10;
/** The choices for how many days a token works. */
export const TOKEN_DAYS = [30, 90, 365] as const;
export const TOKEN_DAYS_DEFAULT = 90;
export const TOKEN_DAYS_MAX = 365;
/** The choices for how many hours a replaced token goes on working. */
export const OVERLAP_HOURS = [0, 1, 24, 168] as const;
export const OVERLAP_HOURS_DEFAULT = 24;
/** From so many days before its last token expires, an account's status says so. */
export const EXPIRING_DAYS = 14;
/** How many requests of an account run at once, unless it has a lower limit. */
export const ACCOUNT_REQUESTS_MAX = 5;
/** How many seconds an SQL statement of an account may take, unless it has a lower limit. */
export const ACCOUNT_SECONDS_MAX = 60;
/** The most networks that an account's requests may come from. */
export const ACCOUNT_NETWORKS_MAX = 50;
/** For so many days what a service account requests is shown. */
export const USAGE_DAYS = 30;
