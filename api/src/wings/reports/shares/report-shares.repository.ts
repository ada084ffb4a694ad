import { sql, type RawBuilder } from 'kysely';
import type { Role } from '@headwater/shared/contract';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import { isAfter, positionOf, type NewestFirst } from '../../../platform/database/newest-first.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './report-shares.tables.ts';

/** For so long, people can see that a link has ended. */
const KEPT_DAYS = 30;

export interface ShareRow {
  id: string;
  password_hash: string | null;
  filters_open: boolean;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  /** Of its maker, today. */
  role: Role;
}

/** Lists the links of a report, newest first. */
export const listShares = (db: WorkspaceDb, reportId: string): Promise<ShareRow[]> =>
  db
    .selectFrom('report_shares as share')
    .innerJoin('memberships as maker', (join) =>
      join
        .onRef('maker.workspace_id', '=', 'share.workspace_id')
        .onRef('maker.user_id', '=', 'share.created_by_id'),
    )
    .select(['share.id', 'share.password_hash', 'share.filters_open', 'share.created_by'])
    .select(['share.created_at', 'share.expires_at', 'share.last_used_at', 'maker.role'])
    .where('share.workspace_id', '=', db.workspaceId)
    .where('share.report_id', '=', reportId)
    .orderBy('share.created_at', 'desc')
    .orderBy('share.id')
    .execute() as Promise<ShareRow[]>;

export interface ListedShare extends ShareRow {
  report_id: string;
  report: string;
  /** `created_at` in microseconds, which a Date doesn't hold. */
  position: number;
}

/** Each word is part of the name of the report, or of whoever made the link. */
const listed = (db: WorkspaceDb, words: readonly string[]) => sql`
  from report_shares share
  join reports on reports.workspace_id = share.workspace_id and reports.id = share.report_id
  join memberships maker
    on maker.workspace_id = share.workspace_id and maker.user_id = share.created_by_id
  where share.workspace_id = ${db.workspaceId} and share.expires_at > now()
    and concat_ws(' ', reports.name, share.created_by) ilike all (${words.map(
      (word) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`,
    )}::text[])`;

/** Lists the links of all reports that haven't expired, newest first, from before a position. */
export async function listWorkspaceShares(
  db: WorkspaceDb,
  words: readonly string[],
  before: NewestFirst | null,
  limit: number,
): Promise<ListedShare[]> {
  const { rows } = await sql<ListedShare>`
    select share.id, share.password_hash, share.filters_open, share.created_by, share.created_at, share.expires_at,
      share.last_used_at, maker.role, reports.id as report_id, reports.name as report,
      ${positionOf('share.created_at')} as position
    ${listed(db, words)}
      and ${isAfter(before, 'share.created_at', 'share.id')}
    order by share.created_at desc, share.id desc
    limit ${limit}`.execute(db);
  return rows;
}

export async function countWorkspaceShares(db: WorkspaceDb, words: readonly string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${listed(db, words)}`.execute(db);
  return rows[0]!.total;
}

interface NewShare {
  id: string;
  reportId: string;
  sha256: Buffer;
  passwordHash: string | null;
  filtersOpen: boolean;
  filters: string;
  by: { id: string; name: string };
  days: number;
}

export async function insertShare(db: WorkspaceDb, share: NewShare): Promise<void> {
  await db
    .insertInto('report_shares')
    .values({
      workspace_id: db.workspaceId,
      id: share.id,
      report_id: share.reportId,
      sha256: share.sha256,
      password_hash: share.passwordHash,
      filters_open: share.filtersOpen,
      filters: share.filters,
      created_by_id: share.by.id,
      created_by: share.by.name,
      expires_at: sql<Date>`now() + make_interval(days => ${share.days})`,
    })
    .execute();
}

/** Returns whether there was such a link. */
export async function deleteShare(db: WorkspaceDb, reportId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('report_shares')
    .where('workspace_id', '=', db.workspaceId)
    .where('report_id', '=', reportId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteOldShares(db: InstallationDb): Promise<void> {
  await sql`delete from report_shares where expires_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(
    db,
  );
}

/** A link that works, with the report as it is now. */
export interface WorkingShare {
  id: string;
  reportId: string;
  workspaceId: string;
  workspace: string;
  passwordHash: string | null;
  filtersOpen: boolean;
  filters: string;
  name: string;
  /** A ReportContent as JSON. */
  content: string;
  isUseKnown: boolean;
}

/** Selects links that work: they haven't expired, and their makers may still edit reports. */
export const workingShares = (condition: RawBuilder<unknown>) => sql`
  select share.id, share.report_id as "reportId", share.workspace_id as "workspaceId", organizations.name as workspace,
    share.password_hash as "passwordHash", share.filters_open as "filtersOpen", share.filters,
    reports.name, current.content,
    coalesce(share.last_used_at > now() - interval '1 minute', false) as "isUseKnown"
  from report_shares share
  join organizations on organizations.id = share.workspace_id
  join memberships maker
    on maker.workspace_id = share.workspace_id and maker.user_id = share.created_by_id
    and maker.role in ('admin', 'editor')
  join reports on reports.workspace_id = share.workspace_id and reports.id = share.report_id
  join report_versions current
    on current.workspace_id = reports.workspace_id and current.report_id = reports.id
    and current.version = reports.version
  where share.expires_at > now() and organizations.deleted_at is null and ${condition}`;

export async function noteUse(db: WorkspaceDb, id: string): Promise<void> {
  await db
    .updateTable('report_shares')
    .set({ last_used_at: sql<Date>`now()` })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .execute();
}
