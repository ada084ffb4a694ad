/** The columns that a mode adds, whose names columns of the source can't have. */
export const ADDED = {
  syncedAt: '_synced_at',
  validFrom: '_valid_from',
  validTo: '_valid_to',
  isCurrent: '_is_current',
} as const;

export const ADDED_COLUMNS: readonly string[] = Object.values(ADDED);
