import { DatabaseError } from 'pg';
import { FailureError } from '@headwater/base/failures/failure';
import type { Relation, RelationColumn } from './postgres.catalog.ts';
import type { Session } from './postgres.session.ts';
import { planStatement, CLOSE_TABLE, rewrittenStatement } from './postgres.statements.ts';

/** Codes for a table, schema, or column that is in the snapshot's catalog but no longer exists. */
const GONE = new Set(['42P01', '3F000', '42703']);

/**
 * Takes the locks that reading this table needs, then verifies that the snapshot can still show it. After TRUNCATE, or
 * an ALTER TABLE that rewrites the table, an older snapshot shows no rows at all. Names are looked up in the current
 * catalog, not in the snapshot.
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
      // An error with a context comes from within a function, so the function is broken, not the table.
      if (error instanceof DatabaseError && GONE.has(error.code ?? '') && !error.where)
        throw rewrittenFailure(name);
      throw error;
    });
  const isSame = planned!.fields.every(
    ({ tableID, columnID }, at) => tableID === relation.oid && columnID === columns[at]!.position,
  );
  if (!isSame || isRewritten(rewritten!.rows)) throw rewrittenFailure(name);
}

/**
 * Releases the table's locks. First checks again, because functions may have read tables that weren't locked before.
 */
export async function closeTable(session: Session, relation: Relation, name: string): Promise<void> {
  const [rewritten] = await session.statements(rewrittenStatement(relation.oid), CLOSE_TABLE);
  if (isRewritten(rewritten!.rows)) throw rewrittenFailure(name);
}

const isRewritten = ([row]: { rewritten?: boolean }[]) => row!.rewritten !== false;

const rewrittenFailure = (table: string) => new FailureError('table_rewritten', { table });
