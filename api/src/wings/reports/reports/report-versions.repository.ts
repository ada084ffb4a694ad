import { sql } from 'kysely';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './reports.tables.ts';

export interface ReportVersionRow {
  version: number;
  name: string;
  cards: number;
  saved_by: string | null;
  saved_at: Date;
  restored_from: number | null;
}

const KEPT_DAYS = 90;
/** Of each report, so many are kept however old they are. */
const KEPT_VERSIONS = 100;

const versionsOf = (db: WorkspaceDb, reportId: string) =>
  db
    .selectFrom('report_versions')
    .where('workspace_id', '=', db.workspaceId)
    .where('report_id', '=', reportId);

const SHOWN = ['version', 'name', 'cards', 'saved_by', 'saved_at', 'restored_from'] as const;

/** Lists versions of a report, newest first, from before one of them. */
export async function listVersions(
  db: WorkspaceDb,
  reportId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<{ versions: ReportVersionRow[]; hasMore: boolean; total: number }> {
  const { total } = await versionsOf(db, reportId)
    .select(sql<string>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  const found = await versionsOf(db, reportId)
    .select(SHOWN)
    .$if(before !== null, (query) => query.where('version', '<', before))
    .orderBy('version', 'desc')
    .limit(limit + 1)
    .execute();
  return { versions: found.slice(0, limit), hasMore: found.length > limit, total: Number(total) };
}

/** Returns a version with its content, a ReportContent as JSON. */
export const findVersion = (
  db: WorkspaceDb,
  reportId: string,
  version: number,
): Promise<(ReportVersionRow & { content: string }) | undefined> =>
  versionsOf(db, reportId)
    .select([...SHOWN, 'content'])
    .where('version', '=', version)
    .executeTakeFirst();

/** Deletes what is neither recent nor among the newest versions of its report. */
export async function deleteOldVersions(db: InstallationDb): Promise<void> {
  await sql`
    delete from report_versions using reports
    where reports.workspace_id = report_versions.workspace_id and reports.id = report_versions.report_id
      and report_versions.version <= reports.version - ${KEPT_VERSIONS}
      and saved_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
}
