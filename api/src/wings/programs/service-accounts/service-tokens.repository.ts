import { sql, type Selectable } from 'kysely';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceTables } from '../../../platform/database/tables.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './service-accounts.tables.ts';

export type ServiceTokenRow = Selectable<WorkspaceTables['service_account_tokens']>;

/** For so long, people can see what became of a token, and someone who tries it is noticed. */
const KEPT_DAYS = 90;

/** Lists the tokens of one account or of all, newest first. */
export const listTokens = (db: WorkspaceDb, accountId: string | null): Promise<ServiceTokenRow[]> =>
  db
    .selectFrom('service_account_tokens')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .$if(accountId !== null, (query) => query.where('service_account_id', '=', accountId))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

interface NewToken {
  readonly id: string;
  readonly accountId: string;
  readonly handle: string;
  readonly sha256: Buffer;
  readonly createdBy: string;
  readonly days: number;
}

export async function insertToken(
  db: WorkspaceDb,
  { id, accountId, handle, sha256, createdBy, days }: NewToken,
): Promise<void> {
  await db
    .insertInto('service_account_tokens')
    .values({
      workspace_id: db.workspaceId,
      id,
      service_account_id: accountId,
      handle,
      sha256,
      created_by: createdBy,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .execute();
}

/** Lets a token end in so many hours, unless it ends earlier anyway. */
export async function endTokenIn(db: WorkspaceDb, id: string, hours: number): Promise<void> {
  await db
    .updateTable('service_account_tokens')
    .set({ expires_at: sql<Date>`least(expires_at, now() + make_interval(hours => ${hours}))` })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function revokeToken(db: WorkspaceDb, id: string): Promise<void> {
  await db
    .updateTable('service_account_tokens')
    .set({ revoked_at: sql<Date>`now()` })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}

/** Whether a token can still be used, regardless of its account. */
export const isLive = ({ revoked_at, expires_at }: ServiceTokenRow): boolean =>
  revoked_at === null && expires_at.getTime() > Date.now();

export async function deleteOldTokens(db: InstallationDb): Promise<void> {
  await sql`
    delete from service_account_tokens
    where least(expires_at, revoked_at) < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
}
