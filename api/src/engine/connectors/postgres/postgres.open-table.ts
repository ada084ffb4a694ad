import { DatabaseError } from 'pg';
import { FailureError } from '../../../platform/failures/failure.ts';
import type { Relation, RelationColumn } from './postgres.catalog.ts';
import type { Session } from './postgres.session.ts';
import { planStatement, CLOSE_TABLE, rewrittenStatement } from './postgres.statements.ts';

/** What the catalog had when the snapshot was taken, and what nobody can find any more. */
const GONE = new Set(['42P01', '3F000', '42703']);

/**
 * Takes the locks that reading this table needs, then makes sure that the snapshot can still show it. PostgreSQL's
 * TRUNCATE, and ALTER TABLE where it rewrites, leave an older snapshot with no rows at all; and a name is looked up in
 * the present, not in the snapshot.
 */
export async function openTable(
  session: Session,
  relation: Relation,
  columns: readonly RelationColumn[],
  name: string,
): Promise<void> {
  const [planned, rewritten] = await session
    .statements(planStatement(relation, columns), rewrittenStatement(relation.oid))
    .catch((error: unknown) => {
      // Within a function, which says where, it's the function that is wrong.
      if (error instanceof DatabaseError && GONE.has(error.code ?? '') && !error.where)
        throw rewrittenFailure(name);
      throw error;
    });
  const isSame = planned!.fields.every(
    ({ tableID, columnID }, at) => tableID === relation.oid && columnID === columns[at]!.position,
  );
  if (!isSame || isRewritten(rewritten!.rows)) throw rewrittenFailure(name);
}

/** Gives the table's locks back. Functions may have read tables that were not known before: those are looked at now. */
export async function closeTable(session: Session, relation: Relation, name: string): Promise<void> {
  const [rewritten] = await session.statements(rewrittenStatement(relation.oid), CLOSE_TABLE);
  if (isRewritten(rewritten!.rows)) throw rewrittenFailure(name);
}

const isRewritten = ([row]: { rewritten?: boolean }[]) => row!.rewritten !== false;

const rewrittenFailure = (table: string) => new FailureError('table_rewritten', { table });
