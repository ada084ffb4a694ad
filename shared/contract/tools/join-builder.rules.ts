/** The most tables that are joined to the first one. */
export const JOINS_MAX = 4;

/** The most pairs of columns that one table is matched by. */
export const JOIN_KEYS_MAX = 8;

/** The most columns of a join. */
export const JOIN_COLUMNS_MAX = 500;

/** Which rows stay: those with a partner, all with their partners, or those without one. */
export const JOIN_KINDS = ['inner', 'left', 'anti'] as const;

/** Why two columns may belong together. */
export const KEY_REASONS = ['same_name', 'names_table', 'key', 'values'] as const;
