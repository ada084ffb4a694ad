import { sql, type RawBuilder } from 'kysely';
import type { Language, Role, WorkspaceSettings } from '@headwater/shared/contract';
import type { Database } from '../../../platform/database/database.ts';
import { installationSelect } from '../../../platform/database/installation-db.ts';
import { isLiveWorkspace } from '../../../platform/database/live-workspaces.ts';
import {
  guardedTransaction,
  workspaceSelect,
  type WorkspaceDb,
} from '../../../platform/database/workspace-db.ts';
import './identity.tables.ts';

export interface OwnOrganization extends Readonly<WorkspaceSettings> {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
}

interface Membership {
  readonly role: Role;
}

/** Knows who belongs to which workspace. */
export class Memberships {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the user's role in a workspace, or undefined if they aren't a member or there is no such workspace. */
  async find(workspaceId: string, userId: string): Promise<Role | undefined> {
    const [found] = await workspaceSelect<Membership>(
      this.#database,
      workspaceId,
      membership(workspaceId, userId),
    );
    return found?.role;
  }

  /** Runs a transaction in the workspace, with the role that the user has in it at that time. */
  transaction<T>(
    workspaceId: string,
    userId: string,
    work: (db: WorkspaceDb, role: Role | undefined) => Promise<T>,
  ): Promise<T> {
    return guardedTransaction<Membership, T>(
      this.#database,
      workspaceId,
      membership(workspaceId, userId),
      (db, found) => work(db, found?.role),
    );
  }

  /** Runs a single read in the workspace together with the user's role, in a single round trip. */
  async select<Row>(
    workspaceId: string,
    userId: string,
    query: RawBuilder<unknown>,
  ): Promise<{ role: Role | undefined; rows: Row[] }> {
    const found = await workspaceSelect<{ memberRole: Role; row: Row | null }>(
      this.#database,
      workspaceId,
      sql`
        select member.role as "memberRole", to_jsonb(found) as row
        from (${membership(workspaceId, userId)}) as member left join (${query}) as found on true`,
    );
    return { role: found[0]?.memberRole, rows: found.flatMap(({ row }) => row ?? []) };
  }

  /** Returns all workspaces of a user, by name. */
  listOf(userId: string): Promise<OwnOrganization[]> {
    return installationSelect<OwnOrganization>(
      this.#database,
      sql`
        select organizations.id, organizations.name, memberships.role, organizations.created_at as "createdAt",
          organizations.time_zone as "timeZone", organizations.currency, organizations.week_start as "weekStart"
        from memberships join organizations on organizations.id = memberships.workspace_id
        where memberships.user_id = ${userId} and organizations.deleted_at is null
        order by organizations.name collate alphabetical, organizations.id`,
    );
  }
}

export async function isMember(db: WorkspaceDb, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('memberships')
    .select('role')
    .where('workspace_id', '=', db.workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the addresses of the workspace's admins, each with the language of its mails. */
export async function listAdmins(db: WorkspaceDb): Promise<{ address: string; language: Language }[]> {
  const { rows } = await sql<{ address: string; language: Language }>`
    select member.email as address, coalesce(users.language, 'en') as language
    from workspace_members member join users on users.id = member.user_id
    where member.workspace_id = ${db.workspaceId} and member.role = 'admin'
    order by member.email`.execute(db);
  return rows;
}

const membership = (workspaceId: string, userId: string) => sql`
  select role from memberships
  where workspace_id = ${workspaceId} and user_id = ${userId} and ${isLiveWorkspace('memberships.workspace_id')}`;
