import { isBusy, type SourceConnection } from '../source.queries.ts';

/** What needs a hand: the most urgent first, one at a time. */
export type NoticeKind = 'failed' | 'partly' | 'rejected' | 'broken' | 'choose' | 'untested';

type Facts = Pick<
  SourceConnection,
  'status' | 'failure' | 'lastRun' | 'setup' | 'schemaState' | 'selectedTables' | 'can'
>;

export function noticeOf(source: Facts): NoticeKind | null {
  const { status, failure, lastRun, setup, can } = source;
  if (isBusy(source)) return null;
  if (failure && (status === 'failed' || status === 'incomplete')) return 'failed';
  if (lastRun?.state === 'partially_succeeded') return 'partly';
  if (lastRun && lastRun.rowsRejected > 0) return 'rejected';
  // What follows is of use to those alone who can do something about it.
  if (!can.edit) return null;
  if (setup === 'broken') return 'broken';
  if (source.selectedTables === 0) return 'choose';
  // Once its tables have been seen, the connection works, tested or not.
  return setup === 'unverified' && source.schemaState === 'unknown' ? 'untested' : null;
}
