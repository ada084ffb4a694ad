import { timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { networkOf, type AccountLimits, type DataScope, type ServiceRight } from '@headwater/shared/contract';
import type { AccessSources, CurrentToken } from '../../../http/access-sources.ts';
import type { Services } from '../../../http/services.ts';
import { handleOf, hashOfToken } from '../../../http/service-token.ts';
import { installationSelect, installationTransaction } from '../../../platform/database/installation-db.ts';
import { isLiveWorkspace } from '../../../platform/database/live-workspaces.ts';
import {
  guardedTransaction,
  workspaceSelect,
  workspaceTransaction,
  type WorkspaceDb,
} from '../../../platform/database/workspace-db.ts';
import { isIn, networkList } from '@headwater/base/egress/address-ranges';
import type { ErrorCode } from '@headwater/base/refusals/refusal-catalog';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../ground/audit/index.ts';
import { OpenResponses } from './open-responses.ts';
import { programOf } from './program-of.ts';
import { UsageMeter } from './usage-meter.ts';

/** A token is used for days, so a write for each request would be wasteful. */
const USED_EVERY_SECONDS = 60;

/** Another program is noticed earlier, since someone may be waiting for it. */
const OTHER_PROGRAM_EVERY_SECONDS = 5;

interface FoundToken {
  readonly id: string;
  readonly workspaceId: string;
  readonly accountId: string;
  readonly name: string;
  readonly scope: DataScope | null;
  readonly rights: ServiceRight[];
  readonly limits: AccountLimits;
  readonly networks: string[];
  readonly hash: string;
  readonly isRevoked: boolean;
  readonly isExpired: boolean;
  readonly isDisabled: boolean;
  /** How many seconds ago its last use was recorded, and of which program. */
  readonly usedAgo: number | null;
  readonly usedBy: string | null;
}

const tokensWhere = (condition: RawBuilder<unknown>) => sql`
  select token.id, token.workspace_id as "workspaceId", account.id as "accountId", account.name, account.scope,
    account.rights, account.networks,
    jsonb_build_object('requests', account.requests_max, 'seconds', account.seconds_max) as limits,
    encode(token.sha256, 'hex') as hash,
    token.revoked_at is not null as "isRevoked",
    token.expires_at <= now() as "isExpired",
    account.disabled_at is not null as "isDisabled",
    extract(epoch from now() - token.last_used_at)::float8 as "usedAgo", token.last_used_by as "usedBy"
  from service_account_tokens token
  join service_accounts account
    on account.workspace_id = token.workspace_id and account.id = token.service_account_id
  where ${condition} and ${isLiveWorkspace('token.workspace_id')}`;

const sameToken = ({ id, workspaceId }: CurrentToken) =>
  tokensWhere(sql`token.workspace_id = ${workspaceId} and token.id = ${id}`);

/** Knows which tokens work, and what they open. */
export class TokenAccess implements NonNullable<AccessSources['tokens']> {
  readonly #services: Services;
  readonly #open: OpenResponses;
  readonly #usage: UsageMeter;

  constructor(services: Services) {
    this.#services = services;
    this.#open = new OpenResponses(services.events, (token) => this.isUnchanged(token));
    this.#usage = new UsageMeter(services);
  }

  count(token: CurrentToken, response: ServerResponse): void {
    this.#usage.count(token, response);
  }

  /** Stores what was counted so far, without waiting until it's time. */
  storeUsage(): Promise<void> {
    return this.#usage.store();
  }

  /** Stores what was counted, and counts nothing more. */
  close(): Promise<void> {
    return this.#usage.close();
  }

  async identify(
    text: string,
    request: Pick<FastifyRequest, 'ip' | 'id' | 'headers'>,
  ): Promise<CurrentToken> {
    const handle = handleOf(text);
    const found = handle === undefined ? undefined : await this.#find(handle, text);
    const fault = faultOf(found);
    if (fault) {
      this.#services.limits.spend('bad_token', networkOf(request.ip));
      if (found) this.#recordRefusal(found, fault, request);
      throw new Refusal(fault);
    }
    this.#requireAllowedAddress(found!, request);
    const token = currentOf(found!);
    const program = programOf(request);
    if (!isUseKnown(found!, program)) await this.#recordUse(token, request.ip, program);
    return token;
  }

  hold(token: CurrentToken, response: ServerResponse): void {
    this.#open.hold(token, response);
  }

  transaction<T>(token: CurrentToken, work: (db: WorkspaceDb) => Promise<T>): Promise<T> {
    return guardedTransaction<FoundToken, T>(
      this.#services.database,
      token.workspaceId,
      sameToken(token),
      async (db, found) => {
        requireWorking(found);
        return work(db);
      },
    );
  }

  async select<Row>(token: CurrentToken, query: RawBuilder<unknown>): Promise<Row[]> {
    const found = await workspaceSelect<FoundToken & { row: Row | null }>(
      this.#services.database,
      token.workspaceId,
      sql`
        select token.*, to_jsonb(found) as row
        from (${sameToken(token)}) as token left join (${query}) as found on true`,
    );
    requireWorking(found[0]);
    return found.flatMap(({ row }) => row ?? []);
  }

  async #find(handle: string, text: string): Promise<FoundToken | undefined> {
    const [found] = await installationSelect<FoundToken>(
      this.#services.database,
      tokensWhere(sql`token.handle = ${handle}`),
    );
    const isSame = found && timingSafeEqual(hashOfToken(text), Buffer.from(found.hash, 'hex'));
    return isSame ? found : undefined;
  }

  async isUnchanged(token: CurrentToken): Promise<boolean> {
    const { database } = this.#services;
    const [found] = await workspaceSelect<FoundToken>(database, token.workspaceId, sameToken(token));
    return faultOf(found) === undefined && isDeepStrictEqual(openedBy(currentOf(found!)), openedBy(token));
  }

  #requireAllowedAddress(found: FoundToken, request: Pick<FastifyRequest, 'ip' | 'id'>): void {
    const { networks } = found;
    if (networks.length === 0 || isIn(networkList(networks), request.ip)) return;
    this.#services.limits.spend('bad_token', networkOf(request.ip));
    this.#recordRefusal(found, 'token_elsewhere', request);
    throw new Refusal('token_elsewhere', { values: { address: request.ip } });
  }

  /** Tells people who wait for the first use, too. */
  async #recordUse(
    { id, workspaceId, principal }: CurrentToken,
    address: string,
    program: string | null,
  ): Promise<void> {
    await workspaceTransaction(this.#services.database, workspaceId, async (db) => {
      await db
        .updateTable('service_account_tokens')
        .set({ last_used_at: sql`now()`, last_used_from: address, last_used_by: program })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
      const event = { type: 'service_accounts', id: principal.id, sourceConnectionId: null } as const;
      await this.#services.events.publishIn(db, event);
    });
  }

  /** Somebody has a token that should be gone. The refusal itself neither waits for this nor fails because of it. */
  #recordRefusal(found: FoundToken, reason: string, request: Pick<FastifyRequest, 'ip' | 'id'>): void {
    const { database, log } = this.#services;
    installationTransaction(database, (db) =>
      audit(db, {
        action: 'service_token.refuse',
        outcome: 'denied',
        actorId: found.accountId,
        workspaceId: found.workspaceId,
        subject: { type: 'service_account_tokens', id: found.id },
        request,
        details: { name: found.name, reason },
      }),
    ).catch((error: unknown) => log.error({ err: error }, 'a refused token could not be recorded'));
  }
}

const isUseKnown = ({ usedAgo, usedBy }: FoundToken, program: string | null): boolean =>
  usedAgo !== null && usedAgo < (usedBy === program ? USED_EVERY_SECONDS : OTHER_PROGRAM_EVERY_SECONDS);

const currentOf = (found: FoundToken): CurrentToken => {
  const { id, workspaceId, accountId, name, scope, rights, limits, networks } = found;
  return {
    id,
    workspaceId,
    networks,
    principal: { kind: 'service_account', id: accountId, name, scope, rights, limits },
  };
};

/** What matters to a response. A name doesn't. */
const openedBy = ({ principal: { scope, rights, limits }, networks }: CurrentToken) => ({
  scope,
  rights,
  limits,
  networks,
});

function faultOf(found: FoundToken | undefined): ErrorCode | undefined {
  if (!found) return 'token_unknown';
  if (found.isRevoked) return 'token_revoked';
  if (found.isExpired) return 'token_expired';
  return found.isDisabled ? 'service_account_disabled' : undefined;
}

function requireWorking(found: FoundToken | undefined): void {
  const fault = faultOf(found);
  if (fault) throw new Refusal(fault);
}
