import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Role, ServiceRight } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../platform/database/workspace-db.ts';
import type { Access } from './access.ts';
import type { CurrentSession, Principal, User, UserPrincipal } from './principal.ts';
import type { Services } from './services.ts';

/** The only workspace that a handler sees. */
export interface Workspace {
  readonly id: string;
  readonly role: Role;
  readonly principal: Principal;
  /**
   * Runs `work` in a transaction that sees only this workspace's rows. The membership and its permission are
   * read again inside it: a member who has just been removed gets the 404 here.
   */
  transaction<T>(work: (db: WorkspaceDb) => Promise<T>): Promise<T>;
  /** Runs a single read together with the membership, in one round trip. Its rows have JSON's types, so no dates. */
  select<Row>(query: RawBuilder<unknown>): Promise<Row[]>;
}

/** A workspace that a person has opened, as routes have it that service accounts may not call. */
interface MembersWorkspace extends Workspace {
  readonly principal: UserPrincipal;
}

interface MaybeSignedIn {
  readonly session: CurrentSession | null;
}
interface SignedIn {
  readonly session: CurrentSession;
  readonly user: User;
}
interface Member {
  readonly workspace: MembersWorkspace;
}
interface Reader {
  readonly workspace: Workspace;
}

/** What a handler knows about its caller, depending on the access that its route declares. */
export type CallerOf<A extends Access> = A['kind'] extends 'anonymous'
  ? MaybeSignedIn
  : A['kind'] extends 'member'
    ? A extends { readonly opensTo: ServiceRight }
      ? Reader
      : Member
    : A['kind'] extends 'service_account'
      ? Reader
      : SignedIn;

export interface RequestContext<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: Services;
}
