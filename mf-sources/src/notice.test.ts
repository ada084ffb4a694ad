import { failure, lastRun, source } from './testing/fixtures.ts';
import { noticeOf } from './notice.ts';

const partly = lastRun({ state: 'partially_succeeded', failure: failure(), tablesFailed: 2, causes: 2 });
const outdatedTables = { count: 2, oldest: '2026-11-20T02:22:00Z', newest: '2026-11-20T02:22:00Z' };

test.each([
  ['nothing to do', {}, null],
  ['a failure', { status: 'failed', failure: failure() }, 'failed'],
  [
    'one cause for several tables',
    { status: 'failed', failure: failure(), lastRun: { ...partly, causes: 1 } },
    'failed',
  ],
  ['several causes', { status: 'failed', failure: failure(), lastRun: partly }, 'tables_failed'],
  [
    'a discovery that failed after such a run',
    { status: 'failed', failure: failure({ code: 'host_not_found' }), lastRun: partly },
    'failed',
  ],
  [
    'a table on hold, which has its own notice',
    { status: 'failed', failure: failure({ code: 'rows_dropped' }) },
    null,
  ],
  ['a failure that is retried', { status: 'incomplete', failure: failure() }, 'interrupted'],
  ['the next run is in progress', { status: 'running', lastRun: lastRun({ state: 'running' }) }, null],
  ['rejected rows', { lastRun: lastRun({ rowsRejected: 1 }) }, 'rejected'],
  ['a fix since a failed run', { status: 'pending', lastRun: partly, outdatedTables }, 'fixed'],
  ['a table that was never loaded', { status: 'pending', lastRun: lastRun(), missingTables: 1 }, 'missing'],
  ['a change since a good run', { status: 'pending', lastRun: lastRun() }, 'changed'],
  ['a failed test from before causes were stored', { status: 'failed', setup: 'broken' }, 'broken'],
  ['no tables', { selectedTables: 0, status: 'pending' }, 'choose'],
  ['no tables, for a reader', { selectedTables: 0, can: { edit: false, sync: false } }, null],
  ['never tested', { setup: 'unverified', schemaState: 'unknown' }, 'untested'],
  ['never tested, but its tables have been discovered', { setup: 'unverified' }, null],
  ['paused', { status: 'paused', lastRun: lastRun({ rowsRejected: 3 }) }, 'paused'],
  ['without a schedule', { schedule: null }, 'unscheduled'],
  [
    'without a schedule, for someone who can’t set one',
    { schedule: null, can: { edit: false, sync: true } },
    null,
  ],
] as const)('%s', (_, facts, kind) => {
  expect(noticeOf(source(facts))).toBe(kind);
});
