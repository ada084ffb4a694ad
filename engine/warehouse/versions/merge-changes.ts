/** What a merge does to the table. */
export interface Changes {
  /** SQL for the incoming rows to insert. */
  inserted: string;
  /** SQL for the row IDs of the base to delete, and how many there are. */
  deleted: { rows: string; count: number } | null;
  /** SQL that changes rows of the table, before others are inserted, and how many it changes. */
  updated: { statement: string; count: number } | null;
}
