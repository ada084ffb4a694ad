export const REPORT_NAME_MAX = 100;
/** The most reports of a workspace. */
export const REPORTS_MAX = 500;
export const REPORT_CARDS_MAX = 60;
export const REPORT_FILTERS_MAX = 20;
/** The most values that a filter offers for parameters. */
export const FILTER_OFFERS_MAX = 100;
/** How long the document is at most, as JSON in UTF-8. */
export const REPORT_BYTES_MAX = 256 * 1024;
export const CARD_TITLE_MAX = 200;
export const CARD_TEXT_MAX = 10_000;
/** Cards lie on a grid of so many columns, and are at most so many rows high. */
export const REPORT_COLUMNS = 12;
export const CARD_HEIGHT_MAX = 40;
export const REPORT_ROWS_MAX = 2_400;

/** For so long a deleted report can be brought back. */
export const REPORT_UNDO_DAYS = 30;
export const SHARE_DAYS_DEFAULT = 30;
export const SHARE_DAYS_MAX = 365;
export const SHARE_PASSWORD_MIN = 8;
export const SHARE_PASSWORD_MAX = 200;

export const ALERT_TIMES_MAX = 12;
export const ALERT_QUIET_HOURS_MAX = 720;
