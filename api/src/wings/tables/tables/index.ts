import { join } from 'node:path';
import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { identity } from '../../people/identity/index.ts';
import { sourceConnections } from '../../connections/source-connections/index.ts';
import { Exports, LocalVersionStore, QueryPool, type VersionStore } from '@headwater/warehouse';
import { DIFF_POOL } from './versions/compare-versions.ts';
import { connectionStateRoutes } from './connection-state.routes.ts';
import { storedDataRoutes } from './versions/stored-data.routes.ts';
import { RowCounts } from './rows/row-counts.ts';
import { QueryResults } from './queries/query-results.ts';
import { queryResultRoutes } from './queries/query-results.routes.ts';
import { rowFileRoutes } from './rows/row-files.routes.ts';
import { rowRoutes } from './rows/rows.routes.ts';
import { tableDescriptionRoutes } from './descriptions/table-descriptions.routes.ts';
import { tableIndexRoutes } from './descriptions/table-index.routes.ts';
import { tableRoutes } from './tables.routes.ts';
import { clearFiles, pruneKeptTables } from './versions/kept-tables.ts';
import { EVERY_NIGHT, expireAndVerifyVersions } from './versions/expire-and-verify-versions.ts';
import { VersionDiffs } from './versions/version-diffs.ts';
import { versionDiffRoutes } from './versions/version-diffs.routes.ts';
import { versionRoutes } from './versions/versions.routes.ts';
import { ViewRowReader } from './rows/view-rows.ts';

export { computeResult } from './queries/compute-result.ts';
export { limitsOf } from './versions/compare-versions.ts';
export { presentAbout, presentTable } from './table.presenter.ts';
export { describedTable } from './descriptions/table-descriptions.repository.ts';
export { reportDamage, reportDamageIn } from './versions/damage.ts';
export { readVersions } from './versions/read-versions.ts';
export { rowFileName, rowFileRequest, type RequestedRows } from './rows/row-file.ts';
export {
  columnsParameter,
  filterFits,
  filterOf,
  filterParameter,
  namedColumns,
  requireComputable,
  requireQueryFits,
  sortParameter,
  tableQueryOf,
  versionParameter,
} from './queries/table-query.ts';
export {
  deleteHeldVersion,
  deleteOldVersions,
  listTableTokens,
  listTokens,
} from './versions/kept-versions.repository.ts';
export {
  deleteTable,
  ensureTable,
  findTable,
  listTableNames,
  listTablesOf,
  lockIfThere,
  lockTable,
  markStale,
  movePointers,
  type TableRow,
} from './tables.repository.ts';
export { findReadableVersion, readingVersion, type VersionReader } from './versions/reading-version.ts';
export { visibleColumns, visibleOf, visibleTables, type Seen } from './versions/visible-data.ts';
export { columnsMaskedSince } from './rows/masked-columns.ts';
export { removeOlderFiles } from './versions/older-files.ts';
export { publishVersion } from './versions/publish-version.ts';
export { refuseUnmasked } from './versions/version.policy.ts';
export {
  confirmVersion,
  type CurrentVersion,
  findCurrentVersion,
  findKeptVersion,
  findVersion,
  insertVersion,
  listSourceVersions,
  type ReadableVersion,
  selectReadableVersion,
} from './versions/versions.repository.ts';

export type { ViewRows, ViewRowsAsked, ViewRowSource } from './rows/view-rows.ts';

declare module '../../../http/services.ts' {
  interface Services {
    readonly versions: VersionStore;
    readonly queries: QueryPool;
    readonly rowCounts: RowCounts;
    readonly queryResults: QueryResults;
    readonly viewRows: ViewRowReader;
    readonly exports: Exports;
    /** For statements that take long. */
    readonly comparing: QueryPool;
    readonly diffs: VersionDiffs;
    /** For what can be done at any time. */
    readonly profiling: QueryPool;
    /** For what people have started, but don't wait for. */
    readonly tooling: QueryPool;
  }
}

const STATEMENT_TIMEOUT_MS = 30_000;

/** One process of the lowest priority, which ends soon because it keeps hundreds of megabytes. */
const PROFILING_POOL = {
  size: 1,
  memoryLimit: '512MB',
  threads: 1,
  timeout: 10 * 60_000,
  idle: 10_000,
  priority: 'idle' as const,
};

/** One process, too, which works for data tools. */
const TOOLING_POOL = {
  size: 1,
  memoryLimit: '512MB',
  threads: 1,
  timeout: 20 * 60_000,
  idle: 30_000,
};

/** What syncs load: tables, their versions, and rows. */
export const tables: ApiModule = {
  name: 'tables',
  needs: [sourceConnections, identity, auditing],
  routes: [
    ...tableRoutes,
    ...tableIndexRoutes,
    ...tableDescriptionRoutes,
    ...rowRoutes,
    ...queryResultRoutes,
    ...rowFileRoutes,
    ...storedDataRoutes,
    ...versionRoutes,
    ...versionDiffRoutes,
    ...connectionStateRoutes,
  ],
  start: async (services) => {
    await services.exports.start();
    await services.jobs.work('tend-versions', {
      queue: { retryLimit: 0, expireInSeconds: 6 * 3_600 },
      run: (_, signal) => expireAndVerifyVersions(services, signal),
    });
    await services.jobs.schedule('tend-versions', EVERY_NIGHT, {});
  },
  provide: ({ config }) => {
    const root = join(config.dataDirectory, 'ws');
    const queries = new QueryPool({
      root,
      size: 2,
      memoryLimit: '512MB',
      threads: 1,
      timeout: STATEMENT_TIMEOUT_MS,
    });
    const comparing = new QueryPool({ root, ...DIFF_POOL });
    const profiling = new QueryPool({ root, ...PROFILING_POOL });
    const tooling = new QueryPool({ root, ...TOOLING_POOL });
    const release = (path: string) => {
      for (const pool of [queries, comparing, profiling, tooling]) pool.release(path);
    };
    return {
      versions: new LocalVersionStore(root, release),
      queries,
      rowCounts: new RowCounts(),
      queryResults: new QueryResults(),
      viewRows: new ViewRowReader(),
      exports: new Exports({ root, scratch: join(config.dataDirectory, 'exports') }),
      comparing,
      diffs: new VersionDiffs(),
      profiling,
      tooling,
    };
  },
  onTablesKept: (_services, db, sourceConnectionId) => pruneKeptTables(db, sourceConnectionId),
  onConnectionDeleted: clearFiles,
  onWorkspaceDeleted: ({ versions }, workspaceId) => versions.removeWorkspace(workspaceId),
  close: async ({ queries, comparing, profiling, tooling, diffs, exports }) => {
    diffs.close();
    const pools = [queries, comparing, profiling, tooling];
    await Promise.all([...pools.map((pool) => pool.close()), exports.close()]);
  },
};
