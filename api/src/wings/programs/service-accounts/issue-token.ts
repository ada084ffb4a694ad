import type { FastifyRequest } from 'fastify';
import { LIVE_TOKENS_MAX, type ShownTokenResource } from '@headwater/shared/contract';
import type { Workspace } from '../../../http/route-context.ts';
import type { Services } from '../../../http/services.ts';
import { hashOfToken, hintOf, newServiceToken } from '../../../http/service-token.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit, type AuditAction } from '../../ground/audit/index.ts';
import type { ServiceAccountRow } from './service-accounts.repository.ts';
import { endTokenIn, insertToken, isLive, listTokens } from './service-tokens.repository.ts';

interface MemberChange {
  readonly db: WorkspaceDb;
  readonly workspace: Workspace;
  readonly services: Services;
  readonly request: FastifyRequest;
}

interface WantedToken {
  readonly days: number;
  readonly replaces: { readonly tokenId: string; readonly hours: number } | undefined;
}

/** Creates a token. The answer has its text, which isn't stored. */
export async function issueToken(
  circumstances: MemberChange,
  account: ServiceAccountRow,
  { days, replaces }: WantedToken,
): Promise<{ data: ShownTokenResource }> {
  const { db, workspace } = circumstances;
  const live = (await listTokens(db, account.id)).filter(isLive);
  if (live.length >= LIVE_TOKENS_MAX)
    throw new Refusal('too_many_tokens', { values: { most: LIVE_TOKENS_MAX } });
  const old = live.find(({ id }) => id === replaces?.tokenId);
  if (replaces && !old) throw new Refusal('token_ended', { pointer: '/data/attributes/replaces/tokenId' });
  const { handle, text } = newServiceToken();
  const id = newId('tok');
  const createdBy = workspace.principal.name;
  await insertToken(db, { id, accountId: account.id, handle, sha256: hashOfToken(text), createdBy, days });
  if (replaces && old) {
    await endTokenIn(db, old.id, replaces.hours);
    await noteToken(circumstances, 'service_token.rotate', account, old);
  }
  await noteToken(circumstances, 'service_token.create', account, { id, handle });
  const issued = (await listTokens(db, account.id)).find((token) => token.id === id)!;
  const attributes = {
    serviceAccountId: account.id,
    token: text,
    expiresAt: issued.expires_at.toISOString(),
  };
  return { data: { type: 'service_account_tokens', id, attributes } };
}

/** Keeps who did it, and tells others, among them the responses that the account is receiving. */
export async function noteAccount(
  { db, workspace, services, request }: MemberChange,
  action: AuditAction,
  { id, name }: Pick<ServiceAccountRow, 'id' | 'name'>,
): Promise<void> {
  await audit(db, {
    action,
    actorId: workspace.principal.id,
    workspaceId: workspace.id,
    subject: { type: 'service_accounts', id },
    request,
    details: { name },
  });
  await services.events.publishIn(db, { type: 'service_accounts', id, sourceConnectionId: null });
}

export async function noteToken(
  { db, workspace, services, request }: MemberChange,
  action: AuditAction,
  account: Pick<ServiceAccountRow, 'id' | 'name'>,
  token: { readonly id: string; readonly handle: string },
): Promise<void> {
  await audit(db, {
    action,
    actorId: workspace.principal.id,
    workspaceId: workspace.id,
    subject: { type: 'service_account_tokens', id: token.id },
    request,
    details: { name: account.name, hint: hintOf(token.handle) },
  });
  await services.events.publishIn(db, { type: 'service_accounts', id: account.id, sourceConnectionId: null });
}
