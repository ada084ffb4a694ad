import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Role, SessionAttributes } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../platform/database/workspace-db.ts';
import type { Services } from './services.ts';
import type { Access } from './access.ts';

export interface User extends Readonly<Pick<SessionAttributes, 'language' | 'theme' | 'timeZone'>> {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isSuperuser: boolean;
  /** When the demo's account goes; null for one that stays. */
  readonly demoEndsAt: Date | null;
}

/** The session that a request's cookie stands for. */
export interface CurrentSession {
  readonly id: string;
  readonly user: User;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const FRESH_MS = 15 * 60_000;

/** Whether somebody proved who they are a moment ago; each proof starts a session. What can't be undone asks for that. */
export const isFresh = ({ createdAt }: CurrentSession): boolean =>
  Date.now() - createdAt.getTime() <= FRESH_MS;

/** The one workspace that a handler sees. */
export interface Workspace {
  readonly id: string;
  readonly role: Role;
  readonly userId: string;
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
interface Member extends Somebody {
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
