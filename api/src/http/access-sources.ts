import type { FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Role } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../platform/database/workspace-db.ts';
import type { CurrentSession } from './principal.ts';

export interface Denial {
  readonly actorId: string;
  readonly workspaceId?: string | undefined;
  /** The route as it was declared, so that no ID of the caller's choice is recorded. */
  readonly route: { readonly method: string; readonly path: string };
  readonly request: Pick<FastifyRequest, 'ip' | 'id'>;
}

/** What authorization needs from the modules that know users and memberships. app.ts provides it. */
export interface AccessSources {
  readonly sessions: {
    /** Returns the live session that a cookie's token belongs to. */
    find(token: string): Promise<CurrentSession | null>;
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
  /** Records that someone was refused. Neither waits nor fails. */
  recordDenial(denial: Denial): void;
}
