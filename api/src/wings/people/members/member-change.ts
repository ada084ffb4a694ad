import type { FastifyRequest } from 'fastify';
import type { Workspace } from '../../../http/route-context.ts';
import type { Services } from '../../../http/services.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { audit, type AuditAction, type AuditEvent } from '../../ground/audit/index.ts';

/** Someone who changes who belongs to a workspace. */
export interface MemberChange {
  readonly db: WorkspaceDb;
  readonly workspace: Workspace;
  readonly services: Services;
  readonly request: FastifyRequest;
}

/** Keeps who did it, and tells everyone in the workspace. */
export async function note(
  { db, workspace, services, request }: MemberChange,
  action: AuditAction,
  subject: { readonly type: 'members' | 'workspace_invitations'; readonly id: string },
  details: NonNullable<AuditEvent['details']>,
): Promise<void> {
  const actorId = workspace.principal.id;
  await audit(db, { action, actorId, workspaceId: workspace.id, subject, request, details });
  await services.events.publishIn(db, { type: 'members', id: subject.id, sourceConnectionId: null });
}
