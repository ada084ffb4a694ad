import type { FastifyRequest } from 'fastify';
import type { RawBuilder } from 'kysely';
import type { Role } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../platform/database/workspace-db.ts';
import type { CurrentSession } from './principal.ts';

export interface Denial {
  readonly actorId: string;
  readonly workspaceId?: string | undefined;
  /** The route as it was declared: no id of the caller's choice is written down. */
  readonly route: { readonly method: string; readonly path: string };
  readonly request: Pick<FastifyRequest, 'ip' | 'id'>;
}

/** What authorization asks of the nouns that know people; app.ts hands it over. */
export interface AccessSources {
  readonly sessions: {
    /** The live session that a cookie's token stands for. */
    find(token: string): Promise<CurrentSession | null>;
  };
  readonly memberships: {
    /** Undefined for who isn't a member, or where there is no such workspace. */
    find(workspaceId: string, userId: string): Promise<Role | undefined>;
    /** A transaction in the workspace, with the role that the user has in it at that moment. */
    transaction<T>(
      workspaceId: string,
      userId: string,
      work: (db: WorkspaceDb, role: Role | undefined) => Promise<T>,
    ): Promise<T>;
    /** A single read with the role that the user has, in a single trip. */
    select<Row>(
      workspaceId: string,
      userId: string,
      query: RawBuilder<unknown>,
    ): Promise<{ role: Role | undefined; rows: Row[] }>;
  };
  /** Writes down that somebody was refused; neither waits nor fails. */
  recordDenial(denial: Denial): void;
}
