import { sql } from 'kysely';
import {
  LIMITED_NOUNS,
  REPORTS_MAX,
  SAVED_QUERIES_MAX,
  SERVICE_ACCOUNTS_MAX,
  SQL_VIEWS_MAX,
  usageDocument,
  type UsageAttributes,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute } from '../../../http/define-route.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { storedBytes } from './quotas.ts';

type Noun = UsageAttributes['limited'][number]['noun'];

const usage = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/usage',
  summary: 'How much the workspace uses of what is limited, and how much its tables have.',
  access: member('workspace:read'),
  responses: { 200: usageDocument },
  handler: async ({ workspace, services: { config } }) => {
    const { quotas } = config;
    const limits: Record<Noun, number> = {
      connections: quotas.connections,
      uploads: quotas.uploads,
      service_accounts: SERVICE_ACCOUNTS_MAX,
      reports: REPORTS_MAX,
      saved_queries: SAVED_QUERIES_MAX,
      sql_views: SQL_VIEWS_MAX,
    };
    return workspace.transaction(async (db) => {
      const stored = await storedBytes(db);
      const used = await countLimited(db);
      const attributes = {
        storage: { limit: quotas.storageBytes, ...stored },
        limited: LIMITED_NOUNS.map((noun) => ({ noun, used: used[noun], limit: limits[noun] })),
        ...(await countContents(db)),
      };
      return { data: { type: 'usages' as const, id: workspace.id, attributes } };
    });
  },
});

async function countLimited(db: WorkspaceDb): Promise<Record<Noun, number>> {
  const countOf = (noun: Noun) =>
    sql`(select count(*)::int from ${sql.table(noun === 'connections' ? 'source_connections' : noun)}
      where workspace_id = ${db.workspaceId}) as ${sql.ref(noun)}`;
  const { rows } = await sql<Record<Noun, number>>`select ${sql.join(LIMITED_NOUNS.map(countOf))}`.execute(
    db,
  );
  return rows[0]!;
}

/** Counts the current versions of all tables, also of tables that were kept when their connection was deleted. */
async function countContents(db: WorkspaceDb): Promise<Pick<UsageAttributes, 'tables' | 'columns' | 'rows'>> {
  const { rows } = await sql<Pick<UsageAttributes, 'tables' | 'columns' | 'rows'>>`
    select count(*)::int as tables, coalesce(sum(jsonb_array_length(version.columns)), 0)::int as columns,
      coalesce(sum(version.rows), 0)::bigint as rows
    from tables join table_versions version on version.workspace_id = tables.workspace_id
      and version.table_id = tables.id and version.version = tables.current_version
    where tables.workspace_id = ${db.workspaceId}`.execute(db);
  return rows[0]!;
}

export const usageRoutes = [usage];
