/** The most rows of a result. */
export const POINTS_MAX = 10_000;
export const BREAKOUTS_MAX = 3;
/** The most columns and rows that a query without measures shows. */
export const ROW_COLUMNS_MAX = 30;
export const ROWS_MAX = 1_000;
export const MEASURES_MAX = 12;
/** The most values of a column that are told apart from all others. */
export const TOP_MAX = 50;
export const BINS_MAX = 100;
/** The most steps of a funnel. */
export const FUNNEL_STEPS_MAX = 12;
