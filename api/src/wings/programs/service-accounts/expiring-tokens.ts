import { sql } from 'kysely';
import { TOKEN_NOTICE_DAYS } from '@headwater/shared/contract';
import type { Services } from '../../../http/services.ts';
import { hintOf } from '../../../http/service-token.ts';
import { installationSelect } from '../../../platform/database/installation-db.ts';
import { isLiveWorkspace } from '../../../platform/database/live-workspaces.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';

interface ExpiringToken {
  workspaceId: string;
  id: string;
  handle: string;
  accountId: string;
  accountName: string;
  expiresAt: Date;
  days: number;
}

/**
 * Notifies of tokens that expire soon, once for each number of days in `TOKEN_NOTICE_DAYS`. A token that another one of
 * its account outlives is about to be replaced, and a disabled account needs none.
 */
export async function noticeExpiringTokens(
  services: Pick<Services, 'database' | 'hooks' | 'log'>,
): Promise<void> {
  for (const { workspaceId, id } of await installationSelect<Pick<ExpiringToken, 'workspaceId' | 'id'>>(
    services.database,
    expiring(null),
  ))
    // One that fails is looked at again an hour later, and must not keep the others from being noticed.
    await workspaceTransaction(services.database, workspaceId, (db) => noticeOne(services, db, id)).catch(
      (error: unknown) => services.log.error({ err: error, id }, 'noticing an expiring token failed'),
    );
}

async function noticeOne({ hooks }: Pick<Services, 'hooks'>, db: WorkspaceDb, id: string): Promise<void> {
  await sql`select from service_account_tokens where workspace_id = ${db.workspaceId} and id = ${id} for update`.execute(
    db,
  );
  const { rows } = await sql<ExpiringToken>`${expiring(id)}`.execute(db);
  const [token] = rows;
  if (!token) return;
  await db
    .updateTable('service_account_tokens')
    .set({ noticed_days: token.days })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
  await hooks.within('onNotification', db, {
    kind: 'service_token.expiring',
    serviceAccountId: token.accountId,
    tokenId: id,
    details: {
      name: token.accountName,
      hint: hintOf(token.handle),
      days: token.days,
      expiresAt: new Date(token.expiresAt).toISOString(),
    },
  });
}

/** Finds tokens that nobody has been told about since the last number of days was reached, or one if it is such a token. */
const expiring = (id: string | null) => sql`
  select token.workspace_id as "workspaceId", token.id, token.handle, token.expires_at as "expiresAt",
    account.id as "accountId", account.name as "accountName", reached.days
  from service_account_tokens token
  join service_accounts account
    on account.workspace_id = token.workspace_id and account.id = token.service_account_id
  cross join lateral (
    select min(days) as days from unnest(${[...TOKEN_NOTICE_DAYS]}::int[]) as days
    where token.expires_at <= now() + make_interval(days => days)
  ) reached
  where token.expires_at > now() and token.revoked_at is null and account.disabled_at is null
    and ${isLiveWorkspace('token.workspace_id')}
    and token.created_at < token.expires_at - make_interval(days => reached.days)
    and reached.days < coalesce(token.noticed_days, 1000)
    ${id === null ? sql`` : sql`and token.id = ${id}`}
    and not exists (
      select from service_account_tokens later
      where later.workspace_id = token.workspace_id and later.service_account_id = token.service_account_id
        and later.revoked_at is null and later.expires_at > token.expires_at
    )
  order by token.expires_at
  limit 1000`;
