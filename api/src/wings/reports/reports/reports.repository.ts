import { sql } from 'kysely';
import { isComputed, type ReportContent, type ReportDeliveries } from '@headwater/shared/contract';
import type { Actor } from '../../../http/principal.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import './reports.tables.ts';

/** A report as a list shows it to someone. */
export interface ReportRow {
  id: string;
  name: string;
  version: number;
  created_by: string | null;
  created_by_id: string | null;
  changed_by: string | null;
  changed_at: Date;
  cards: number;
  table_ids: string[];
  favorite: boolean;
  openings: number[];
  openingsByLinks: number[];
  deliveries: ReportDeliveries;
}

/** How many days of openings are shown. Older ones are deleted. */
const OPENING_DAYS = 7;

export interface FullReportRow extends ReportRow {
  /** A ReportContent as JSON. */
  content: string;
}

const reportsFor = (db: WorkspaceDb, userId: string) =>
  db
    .selectFrom('reports')
    .innerJoin('report_versions as current', (join) =>
      join
        .onRef('current.workspace_id', '=', 'reports.workspace_id')
        .onRef('current.report_id', '=', 'reports.id')
        .onRef('current.version', '=', 'reports.version'),
    )
    .leftJoin('report_favorites as mark', (join) =>
      join
        .onRef('mark.workspace_id', '=', 'reports.workspace_id')
        .onRef('mark.report_id', '=', 'reports.id')
        .on('mark.user_id', '=', userId),
    )
    .select(['reports.id', 'reports.name', 'reports.version', 'reports.created_by', 'reports.created_by_id'])
    .select(['reports.changed_by', 'reports.changed_at', 'current.cards', 'current.table_ids'])
    .select(sql<boolean>`mark.user_id is not null`.as('favorite'))
    .select([openingsIn('openings').as('openings'), openingsIn('by_links').as('openingsByLinks')])
    .select(deliveries.as('deliveries'))
    .where('reports.workspace_id', '=', db.workspaceId);

const openingsIn = (column: 'openings' | 'by_links') => sql<number[]>`(
  select array_agg(coalesce(counted.${sql.ref(column)}, 0) order by days.day)
  from generate_series(0, ${sql.lit(OPENING_DAYS - 1)}) as ago,
    lateral (select (now() at time zone 'utc')::date - ago as day) days
  left join report_openings counted on counted.workspace_id = reports.workspace_id
    and counted.report_id = reports.id and counted.day = days.day
)`;

// A JSON text of a timestamp in ISO 8601, as everywhere in the API.
const deliveries = sql<ReportDeliveries>`(
  select jsonb_build_object(
    'subscriptions', sent.count, 'schedule', case when sent.count = 1 then sent.schedule end,
    'links', shared.count, 'sharedUntil', shared.until, 'alerts', watched.count, 'triggered', watched.triggered)
  from (
    select count(*), (array_agg(schedule))[1] as schedule from report_subscriptions
    where workspace_id = reports.workspace_id and report_id = reports.id
      and paused_at is null and owner_id is not null
  ) sent, (
    select count(*), to_char(max(expires_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as until
    from report_shares
    where workspace_id = reports.workspace_id and report_id = reports.id and expires_at > now()
  ) shared, (
    select count(*), count(*) filter (where state = 'triggered') as triggered from report_alerts
    where workspace_id = reports.workspace_id and report_id = reports.id
      and paused_at is null and owner_id is not null
  ) watched
)`;

/** Lists the workspace's reports by name. */
export const listReports = (db: WorkspaceDb, userId: string): Promise<ReportRow[]> =>
  reportsFor(db, userId)
    .orderBy(sql`reports.name collate alphabetical`)
    .orderBy('reports.id')
    .execute();

/** Lists the reports like `listReports`, with their content. */
export const listFullReports = (db: WorkspaceDb, userId: string): Promise<FullReportRow[]> =>
  reportsFor(db, userId)
    .select('current.content')
    .orderBy(sql`reports.name collate alphabetical`)
    .orderBy('reports.id')
    .execute();

export const findReport = (db: WorkspaceDb, id: string, userId: string): Promise<FullReportRow | undefined> =>
  reportsFor(db, userId).select('current.content').where('reports.id', '=', id).executeTakeFirst();

/** Waits for others who change the report, until the transaction ends. Returns whether it exists. */
export async function lockReport(db: WorkspaceDb, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('reports')
    .select('id')
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** Counts the workspace's reports, and waits for others who add one until the transaction ends. */
export async function countReports(db: WorkspaceDb): Promise<number> {
  const key = `reports ${db.workspaceId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db);
  const { count } = await db
    .selectFrom('reports')
    .select(sql<string>`count(*)`.as('count'))
    .where('workspace_id', '=', db.workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Saved {
  name: string;
  content: ReportContent;
  by: Actor;
}

export async function insertReport(db: WorkspaceDb, id: string, saved: Saved): Promise<void> {
  const { id: created_by_id, name: created_by } = saved.by;
  await db
    .insertInto('reports')
    .values({
      ...{ workspace_id: db.workspaceId, id, name: saved.name, version: 1 },
      ...{ created_by, created_by_id, changed_by: created_by },
    })
    .execute();
  await insertVersion(db, id, 1, saved, null);
}

/** Adds a version of a report that is locked, which becomes its current one. */
export async function appendVersion(
  db: WorkspaceDb,
  id: string,
  saved: Saved,
  restoredFrom: number | null = null,
): Promise<void> {
  const { version } = await db
    .updateTable('reports')
    .set({
      name: saved.name,
      version: sql<number>`version + 1`,
      changed_by: saved.by.name,
      changed_at: sql<Date>`now()`,
    })
    .where('workspace_id', '=', db.workspaceId)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  await insertVersion(db, id, version, saved, restoredFrom);
}

async function insertVersion(
  db: WorkspaceDb,
  reportId: string,
  version: number,
  { name, content, by }: Saved,
  restoredFrom: number | null,
): Promise<void> {
  await db
    .insertInto('report_versions')
    .values({
      ...{ workspace_id: db.workspaceId, report_id: reportId, version, name },
      content: JSON.stringify(content),
      cards: content.cards.length,
      table_ids: [...new Set(content.cards.filter(isComputed).map(({ table }) => table.id))],
      saved_by: by.name,
      restored_from: restoredFrom,
    })
    .execute();
}

/** Marks a report for someone, or takes the mark away. */
export async function setFavorite(
  db: WorkspaceDb,
  reportId: string,
  userId: string,
  isFavorite: boolean,
): Promise<void> {
  if (isFavorite)
    await db
      .insertInto('report_favorites')
      .values({ workspace_id: db.workspaceId, report_id: reportId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db
      .deleteFrom('report_favorites')
      .where('workspace_id', '=', db.workspaceId)
      .where('report_id', '=', reportId)
      .where('user_id', '=', userId)
      .execute();
}

/** Counts that a report was opened by a member, or by somebody with a link. */
export async function countOpening(
  db: WorkspaceDb,
  reportId: string,
  by: 'openings' | 'by_links' = 'openings',
): Promise<void> {
  const column = sql.ref(by);
  await sql`
    insert into report_openings (workspace_id, report_id, day, openings, by_links)
    values (${db.workspaceId}, ${reportId}, (now() at time zone 'utc')::date, ${Number(by === 'openings')},
      ${Number(by === 'by_links')})
    on conflict (workspace_id, report_id, day) do update set ${column} = report_openings.${column} + 1`.execute(
    db,
  );
}

export async function deleteOldOpenings(db: InstallationDb): Promise<void> {
  await sql`
    delete from report_openings
    where day <= (now() at time zone 'utc')::date - ${sql.lit(OPENING_DAYS)}`.execute(db);
}
