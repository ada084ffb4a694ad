import type { Table } from '../platform/database/tables.ts';
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { isId } from '../platform/database/ids.ts';
import type { InstallationDb } from '../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../platform/database/workspace-db.ts';
import { requireTaken } from './define-route.ts';
import { Refusal } from '@headwater/base/refusals/refusal';

declare module '../platform/database/tables.ts' {
  interface WorkspaceTables {
    idempotency_keys: Table<'idempotency_keys'>;
  }
}

/**
 * Runs `work` once per `Idempotency-Key`: a repetition within 24 hours gets the result of the first request.
 * The result is stored in the transaction of the work itself, so that neither exists without the other.
 */
export async function idempotently<T>(
  db: WorkspaceDb,
  request: FastifyRequest,
  callerId: string,
  work: () => Promise<T>,
): Promise<T> {
  requireTaken(request, 'Idempotency-Key');
  const key = keyOf(request);
  if (key === undefined) return work();
  const requestHash = hashOf(request);
  await claim(db, callerId, key);
  const earlier = await findResponse(db, callerId, key);
  if (earlier) {
    if (!earlier.request_hash.equals(requestHash))
      throw new Refusal('idempotency_key_reused', { parameter: 'Idempotency-Key' });
    return earlier.answer as T;
  }
  const response = await work();
  const row = {
    workspace_id: db.workspaceId,
    user_id: isId('usr', callerId) ? callerId : null,
    caller_id: callerId,
    key,
    request_hash: requestHash,
    answer: JSON.stringify(response),
  };
  await db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      // The old row is more than a day old, or it would have been found above.
      conflict
        .columns(['workspace_id', 'caller_id', 'key'])
        .doUpdateSet({ ...row, created_at: sql<Date>`now()` }),
    )
    .execute();
  return response;
}

function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return header;
  throw new Refusal('idempotency_key_invalid', { parameter: 'Idempotency-Key' });
}

function hashOf(request: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body]))
    .digest();
}

/**
 * Takes a lock until the transaction ends. If it is already taken, the first request is still in progress.
 */
async function claim(db: WorkspaceDb, callerId: string, key: string): Promise<void> {
  const name = `idempotency|${db.workspaceId}|${callerId}|${key}`;
  const { rows } = await sql<{
    held: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(db);
  if (!rows[0]?.held)
    throw new Refusal('idempotency_in_flight', { parameter: 'Idempotency-Key', retryAfter: 1 });
}

function findResponse(db: WorkspaceDb, callerId: string, key: string) {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('workspace_id', '=', db.workspaceId)
    .where('caller_id', '=', callerId)
    .where('key', '=', key)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .executeTakeFirst();
}

/** Deletes results that no repetition gets anymore. */
export async function deleteOldResponses(db: InstallationDb): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db);
}
