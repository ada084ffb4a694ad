import { isBusy, type SourceConnection } from './source.queries.ts';

/** What needs attention at a connection. Only the most urgent notice is shown. */
export type NoticeKind =
  | 'failed'
  | 'paused'
  | 'tables_failed'
  | 'broken'
  | 'interrupted'
  | 'fixed'
  | 'changed'
  | 'missing'
  | 'rejected'
  | 'choose'
  | 'untested'
  | 'unscheduled';

type Facts = Pick<
  SourceConnection,
  | 'status'
  | 'failure'
  | 'lastRun'
  | 'setup'
  | 'schemaState'
  | 'selectedTables'
  | 'missingTables'
  | 'outdatedTables'
  | 'schedule'
  | 'can'
>;

export function noticeOf(source: Facts): NoticeKind | null {
  const { status, lastRun, setup, can } = source;
  if (isBusy(source)) return null;
  if (status === 'failed') return failed(source);
  if (status === 'paused') return 'paused';
  if (status === 'incomplete') return 'interrupted';
  if (source.selectedTables > 0 && status === 'pending' && lastRun) return behind(source);
  if (lastRun && lastRun.rowsRejected > 0) return 'rejected';
  // The remaining notices are only for people who can do something about them.
  if (!can.edit) return null;
  if (source.selectedTables === 0) return 'choose';
  // Once its tables have been discovered, the connection works, tested or not.
  if (setup === 'unverified' && source.schemaState === 'unknown') return 'untested';
  return status === 'synced' && source.schedule === null ? 'unscheduled' : null;
}

/** A run whose tables failed for several reasons has no single failure to show here. */
function failed({ failure, lastRun }: Facts): NoticeKind | null {
  if (failure === null) return 'broken';
  const isOfRun = lastRun?.failure?.code === failure.code && lastRun.failure.message === failure.message;
  if (isOfRun && lastRun.causes > 1) return 'tables_failed';
  return failure.code === 'rows_dropped' ? null : 'failed'; // held-tables.tsx asks for the decision
}

/** Returns why there is something to sync although nothing is known to be wrong. */
function behind({ lastRun, outdatedTables, missingTables }: Facts): NoticeKind {
  const hasFailed = lastRun?.state === 'failed' || lastRun?.state === 'partially_succeeded';
  if (hasFailed && (outdatedTables || missingTables > 0)) return 'fixed';
  return missingTables > 0 ? 'missing' : 'changed';
}
