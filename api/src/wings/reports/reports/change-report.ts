import type { ReportContent } from '@headwater/shared/contract';
import type { FastifyRequest } from 'fastify';
import type { Workspace } from '../../../http/define-route.ts';
import type { Services } from '../../../http/services.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit, type AuditAction } from '../../ground/audit/index.ts';
import { presentReport } from './report.presenter.ts';
import { findReport, lockReport, type FullReportRow } from './reports.repository.ts';

/** Who changes a report, and in which request. */
export interface Change {
  readonly db: WorkspaceDb;
  readonly workspace: Workspace;
  readonly services: Services;
  readonly request: FastifyRequest;
}

export const EMPTY: ReportContent = { cards: [], filters: [] };

/** Returns a report as the caller sees it. */
export async function getReport(db: WorkspaceDb, id: string, workspace: Workspace): Promise<FullReportRow> {
  const found = await findReport(db, id, workspace.principal.id);
  if (!found) throw new Refusal('not_found');
  return found;
}

/** Returns a report that nobody else changes until the transaction ends. */
export async function getLocked(db: WorkspaceDb, id: string, workspace: Workspace): Promise<FullReportRow> {
  if (!(await lockReport(db, id))) throw new Refusal('not_found');
  return getReport(db, id, workspace);
}

/** Tells others about the change, keeps who made it, and returns the report as it is now. */
export async function documentAfter(
  change: Change,
  action: AuditAction & `report.${string}`,
  id: string,
  details: Record<string, string | number> = {},
) {
  const { db, workspace } = change;
  const report = await getReport(db, id, workspace);
  await noteChange(change, action, id, { name: report.name, ...details });
  return { data: presentReport(report, workspace.principal.id) };
}

/** Tells others about a change of a report, or of something that belongs to it, and keeps who made it. */
export async function noteChange(
  { db, workspace, services, request }: Change,
  action: AuditAction,
  id: string,
  details: Record<string, string | number | boolean>,
): Promise<void> {
  await audit(db, {
    action,
    actorId: workspace.principal.id,
    workspaceId: workspace.id,
    subject: { type: 'reports', id },
    request,
    details,
  });
  await services.events.publishIn(db, { type: 'reports', id, sourceConnectionId: null });
}
