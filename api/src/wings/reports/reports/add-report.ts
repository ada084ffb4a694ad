import type { ReportContent } from '@headwater/shared/contract';
import type { Actor } from '../../../http/principal.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { indexReport } from './index-report.ts';
import { insertReport } from './reports.repository.ts';

/** Adds a report whose content is valid, and what it uses. Returns its ID. */
export async function addReport(
  db: WorkspaceDb,
  { name, content, by }: { name: string; content: ReportContent; by: Actor },
): Promise<string> {
  const id = newId('rep');
  await insertReport(db, id, { name, content, by });
  await indexReport(db, { id, name }, content);
  return id;
}
