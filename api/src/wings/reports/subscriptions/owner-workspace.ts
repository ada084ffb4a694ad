import { sql, type RawBuilder } from 'kysely';
import type { Role } from '@headwater/shared/contract';
import type { Workspace } from '../../../http/define-route.ts';
import type { Services } from '../../../http/services.ts';
import {
  guardedTransaction,
  workspaceSelect,
  type WorkspaceDb,
} from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** The workspace as the owner of a subscription sees it. Each read checks that they are still a member. */
export function workspaceOfOwner(
  { database }: Pick<Services, 'database'>,
  workspaceId: string,
  { id, name, role }: Owner,
): Workspace {
  const member = sql`select user_id as id from memberships where workspace_id = ${workspaceId} and user_id = ${id}`;
  return {
    id: workspaceId,
    role,
    // Acts without a session.
    principal: { kind: 'user', id, name, firstSessionId: '', isDemo: false },
    transaction: <T>(work: (db: WorkspaceDb) => Promise<T>) =>
      guardedTransaction<object, T>(database, workspaceId, member, async (db, found) => {
        requireMember(found);
        return work(db);
      }),
    select: async <Row>(query: RawBuilder<unknown>) => {
      const found = await workspaceSelect<{ row: Row | null }>(
        database,
        workspaceId,
        sql`select to_jsonb(found) as row from (${member}) as member left join (${query}) as found on true`,
      );
      requireMember(found[0]);
      return found.flatMap(({ row }) => row ?? []);
    },
  };
}

function requireMember(found: object | undefined): void {
  if (!found) throw new Refusal('not_found');
}
