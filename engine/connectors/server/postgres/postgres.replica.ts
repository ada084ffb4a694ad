import { DatabaseError } from 'pg';
import type { Session } from './postgres.session.ts';

/** What stands for the age of changes that aren't known: a replica that has replayed none since it started. */
const UNKNOWN = 'unknown';

/** In seconds. */
export type ReplicaAge = number | typeof UNKNOWN;

const replicaStatement = `
  select pg_catalog.pg_is_in_recovery() as replica,
    pg_catalog.round(pg_catalog.date_part('epoch',
      pg_catalog.clock_timestamp() - pg_catalog.pg_last_xact_replay_timestamp()))::int as seconds`;

/**
 * Returns how many seconds ago the latest change was made that a replica has, or `unknown` if it doesn't tell. Null if the
 * server is no replica, or can't be asked. To be asked outside of a transaction, which an error would end.
 *
 * It isn't how far the replica is behind: as long as nothing changes at the primary, the latest change gets older.
 */
export async function replicaSeconds(session: Session): Promise<ReplicaAge | null> {
  try {
    const [row] = await session.rows<{ replica: boolean; seconds: number | null }>(replicaStatement);
    if (!row?.replica) return null;
    return row.seconds === null ? UNKNOWN : Math.max(row.seconds, 0);
  } catch (error) {
    // What only resembles PostgreSQL has no such functions.
    if (error instanceof DatabaseError) return null;
    throw error;
  }
}
