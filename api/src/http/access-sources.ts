import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Role } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../platform/database/workspace-db.ts';
import type { CurrentSession, ServiceAccountPrincipal } from './principal.ts';

export interface Denial {
  readonly actorId: string;
  readonly workspaceId?: string | undefined;
  /** The route as it was declared, so that no ID of the caller's choice is recorded. */
  readonly route: { readonly method: string; readonly path: string };
  readonly request: Pick<FastifyRequest, 'ip' | 'id'>;
}

/** A service account's token that works, and whose it is. */
export interface CurrentToken {
  readonly id: string;
  readonly workspaceId: string;
  /** Where its requests may come from. Empty for anywhere. */
  readonly networks: readonly string[];
  readonly principal: ServiceAccountPrincipal;
}

/** What authorization needs from the modules that know users and memberships. app.ts provides it. */
export interface AccessSources {
  readonly sessions: {
    /** Returns the live session that a cookie's token belongs to. */
    find(token: string): Promise<CurrentSession | null>;
    /** Whether the session hasn't ended since. */
    isLive(firstSessionId: string): Promise<boolean>;
  };
  readonly memberships: {
    /** Returns undefined if the user isn't a member or there is no such workspace. */
    find(workspaceId: string, userId: string): Promise<Role | undefined>;
    /** Runs a transaction in the workspace, with the role that the user has in it at that time. */
    transaction<T>(
      workspaceId: string,
      userId: string,
      work: (db: WorkspaceDb, role: Role | undefined) => Promise<T>,
    ): Promise<T>;
    /** Runs a single read together with the user's role, in a single round trip. */
    select<Row>(
      workspaceId: string,
      userId: string,
      query: RawBuilder<unknown>,
    ): Promise<{ role: Role | undefined; rows: Row[] }>;
  };
  readonly tokens: {
    /** Returns the token that a request carries. Throws why it doesn't work. */
    identify(token: string, request: Pick<FastifyRequest, 'ip' | 'id' | 'headers'>): Promise<CurrentToken>;
    /** Counts a request and what is sent, for those who look after the account. */
    count(token: CurrentToken, response: ServerResponse): void;
    /** Whether the token works, and its account is as it was when it was identified. */
    isUnchanged(token: CurrentToken): Promise<boolean>;
    /** Ends the response as soon as the token ends. Throws a 429 if too many are being sent. */
    hold(token: CurrentToken, response: ServerResponse): void;
    /** Runs a transaction in the token's workspace. Throws if the token has ended by then. */
    transaction<T>(token: CurrentToken, work: (db: WorkspaceDb) => Promise<T>): Promise<T>;
    /** Runs a single read in the token's workspace, in a single round trip. Throws if the token has ended by then. */
    select<Row>(token: CurrentToken, query: RawBuilder<unknown>): Promise<Row[]>;
  };
  /** Records that someone was refused. Neither waits nor fails. */
  recordDenial(denial: Denial): void;
}
