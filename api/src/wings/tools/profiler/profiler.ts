import {
  DRY_RUN_ROWS,
  isCheckable,
  profilerConfig,
  rowsFailing,
  type Check,
  type CheckResult,
  type ChecksResult,
  type ProfilerConfig,
} from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { Refusal, type Fault } from '@headwater/base/refusals/refusal';
import { requireQueryFits } from '../../tables/tables/index.ts';
import type { Tool } from '../tool-runs/index.ts';
import { checkTable } from './check-table.ts';
import { rowsBefore } from './rows-before.ts';

/** Checks the current version of a table, and says which rows don't hold. */
export const profiler: Tool<ProfilerConfig> = {
  slug: 'profiler',
  config: profilerConfig,
  // Values that occur twice, and the newest ones.
  showsValues: true,
  tablesOf: ({ tableId, checks }) => [
    { tableId, columns: checks.flatMap((check) => ('column' in check ? [check.column] : [])) },
  ],
  faultsOf: ({ checks }, [table]) =>
    checks.flatMap((check, at) => faultsOf(check, table!.columns, `/checks/${at}`)),
  run: async ({ checks }, context) => {
    const [table] = context.tables;
    // A dry run of a table that isn't longer reads all of it, and then says as much as a run.
    const sample = context.isSample && table!.rows > DRY_RUN_ROWS ? DRY_RUN_ROWS : undefined;
    const before = await rowsBefore(context.services, context.requester.workspaceId, table!);
    const results: CheckResult[] = [];
    for (const check of checks) {
      context.signal.throwIfAborted();
      results.push(await checkTable(check, { table: table!, rowsBefore: before, sample }, context));
      await context.progress(results.length / checks.length);
    }
    const result: ChecksResult = {
      ...{ version: table!.version, rows: table!.rows, checks: results },
      ...(sample !== undefined && { sampledRows: sample }),
    };
    const inState = (state: CheckResult['state']) => results.filter((one) => one.state === state).length;
    const figures = {
      ...{ passed: inState('passed'), failed: inState('failed'), unknown: inState('unknown') },
      ...(sample !== undefined && { notTried: inState('not_tried') }),
    };
    return { outcome: figures.passed === results.length ? 'clean' : 'found', figures, result };
  },
};

function faultsOf(check: Check, columns: readonly StreamColumn[], pointer: string): Fault[] {
  const isEmpty =
    (check.kind === 'range' || check.kind === 'row_count') && check.least === null && check.greatest === null;
  if (isEmpty) return [{ code: 'field_required', pointer: `${pointer}/least` }];
  if (!('column' in check)) return [];
  const column = columns.find(({ name }) => name === check.column);
  const at = { pointer: `${pointer}/column`, values: { column: check.column } };
  if (!column) return [{ code: 'query_column_unknown', ...at }];
  if (!isCheckable(check.kind, column)) return [{ code: 'query_condition_unfit', ...at }];
  try {
    requireQueryFits(
      { filter: rowsFailing(check) ?? [], sort: [] },
      { columns, timeZone: null, weekStart: 'monday' },
    );
    return [];
  } catch (error) {
    if (error instanceof Refusal) return [{ code: 'query_condition_unfit', ...at }];
    throw error;
  }
}
