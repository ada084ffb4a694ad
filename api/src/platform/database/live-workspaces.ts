import { sql } from 'kysely';

/**
 * Holds unless the workspace with the ID in this column has been deleted, although it could still be brought back. What
 * begins something for a workspace, or lets somebody into it, looks at this.
 */
export const isLiveWorkspace = (column: string) => sql<boolean>`not exists (
  select from organizations live
  where live.id = ${sql.ref(column)} and live.deleted_at is not null)`;
