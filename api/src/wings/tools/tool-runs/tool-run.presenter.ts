import type {
  ListedToolRunAttributes,
  ListedToolRunResource,
  ToolRunResource,
  ToolSetupResource,
} from '@headwater/shared/contract';
import type { RunTable, ToolRunRow } from './tool-runs.repository.ts';
import type { ToolSetupRow } from './tool-setups.repository.ts';

const listedAttributes = (row: ToolRunRow): ListedToolRunAttributes => ({
  tool: row.tool,
  setupId: row.setup_id,
  startedBy: row.started_by,
  isSample: row.is_sample,
  state: row.state,
  share: row.share,
  outcome: row.outcome,
  figures: row.figures,
  error: row.error,
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
});

export const presentListedRun = (row: ToolRunRow): ListedToolRunResource => ({
  type: 'tool_runs',
  id: row.id,
  attributes: listedAttributes(row),
});

/** Leaves out a result with values that may not be shown anymore. */
export function presentRun(
  row: ToolRunRow,
  tables: readonly RunTable[],
  { showsValues }: { showsValues: boolean },
): ToolRunResource {
  const isWithheld =
    row.result !== null &&
    (tables.length < row.tables_read || (showsValues && tables.some(({ isMasked }) => isMasked)));
  return {
    type: 'tool_runs',
    id: row.id,
    attributes: {
      ...listedAttributes(row),
      config: row.config,
      tables: tables.map(({ table }) => table),
      result: isWithheld ? null : row.result,
      isWithheld,
    },
  };
}

export const presentSetup = (row: ToolSetupRow, lastRun: ToolRunRow | undefined): ToolSetupResource => ({
  type: 'tool_setups',
  id: row.id,
  attributes: {
    tool: row.tool,
    name: row.name,
    config: row.config,
    afterSync: row.after_sync,
    version: row.version,
    tables: row.tables,
    updatedAt: row.updated_at.toISOString(),
    lastRun: lastRun ? { id: lastRun.id, ...listedAttributes(lastRun) } : null,
  },
});
