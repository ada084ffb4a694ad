import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Role } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../platform/database/workspace-db.ts';
import type { Access } from './access.ts';
import type { CurrentSession, Principal, User } from './principal.ts';
import type { Services } from './services.ts';

/** The one workspace that a handler sees. */
export interface Workspace {
  readonly id: string;
  readonly role: Role;
  readonly principal: Principal;
  /**
   * Runs `work` in a transaction that sees this workspace's rows alone. The membership and its permission are read
   * again inside: whoever was removed a moment ago gets the 404 here.
   */
  transaction<T>(work: (db: WorkspaceDb) => Promise<T>): Promise<T>;
  /** A single read, in a single trip and with the membership read in it. Its rows come as JSON has them: no dates. */
  select<Row>(query: RawBuilder<unknown>): Promise<Row[]>;
}

interface Anybody {
  readonly session: CurrentSession | null;
}
interface Somebody {
  readonly session: CurrentSession;
  readonly user: User;
}
interface Member {
  readonly workspace: Workspace;
}

/** What a handler learns of its caller, by the access that its route declares. */
export type CallerOf<A extends Access> = A['kind'] extends 'anonymous'
  ? Anybody
  : A['kind'] extends 'member'
    ? Member
    : Somebody;

export interface RequestContext<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly services: Services;
}
