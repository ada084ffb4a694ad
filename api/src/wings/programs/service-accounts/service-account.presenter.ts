import { EXPIRING_DAYS, type ServiceAccountAttributes, type ServiceToken } from '@headwater/shared/contract';
import { may } from '../../../http/access.ts';
import type { Workspace } from '../../../http/route-context.ts';
import { hintOf } from '../../../http/service-token.ts';
import type { ServiceAccountRow } from './service-accounts.repository.ts';
import { isLive, type ServiceTokenRow } from './service-tokens.repository.ts';

const DAY_MS = 86_400_000;
/** With those that have ended. */
const MOST_TOKENS_SHOWN = 20;

/** Presents an account with its tokens, newest first. */
export function presentAccount(
  account: ServiceAccountRow,
  tokens: readonly ServiceTokenRow[],
  missing: ServiceAccountAttributes['missing'],
  { role }: Pick<Workspace, 'role'>,
) {
  const { id, name, description, scope, rights, networks, version } = account;
  const attributes: ServiceAccountAttributes = {
    name,
    description,
    scope,
    rights,
    networks,
    limits: { requests: account.requests_max, seconds: account.seconds_max },
    missing,
    version,
    status: statusOf(account, tokens),
    expiresAt: latest(lasting(tokens).map(({ expires_at }) => expires_at)),
    lastUsedAt: latest(tokens.map(({ last_used_at }) => last_used_at)),
    createdAt: account.created_at.toISOString(),
    createdBy: account.created_by,
    tokens: tokens.slice(0, MOST_TOKENS_SHOWN).map(presentToken),
    can: { edit: may(role, 'service_accounts:edit') },
  };
  return { type: 'service_accounts' as const, id, attributes };
}

function statusOf(
  { disabled_at }: ServiceAccountRow,
  tokens: readonly ServiceTokenRow[],
): ServiceAccountAttributes['status'] {
  if (disabled_at) return 'disabled';
  const live = tokens.filter(isLive);
  if (live.length === 0) return lasting(tokens).length > 0 ? 'expired' : 'no_token';
  const soon = Date.now() + EXPIRING_DAYS * DAY_MS;
  return live.every(({ expires_at }) => expires_at.getTime() < soon) ? 'expiring' : 'active';
}

const lasting = (tokens: readonly ServiceTokenRow[]) =>
  tokens.filter(({ revoked_at }) => revoked_at === null);

function latest(times: readonly (Date | null)[]): string | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime());
  return known.length === 0 ? null : new Date(Math.max(...known)).toISOString();
}

function presentToken(token: ServiceTokenRow): ServiceToken {
  return {
    id: token.id,
    hint: hintOf(token.handle),
    state: token.revoked_at ? 'revoked' : isLive(token) ? 'active' : 'expired',
    createdAt: token.created_at.toISOString(),
    createdBy: token.created_by,
    expiresAt: token.expires_at.toISOString(),
    revokedAt: token.revoked_at?.toISOString() ?? null,
    lastUsedAt: token.last_used_at?.toISOString() ?? null,
    lastUsedFrom: token.last_used_from,
    lastUsedBy: token.last_used_by,
  };
}
