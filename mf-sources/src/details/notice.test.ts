import { failure, lastRun, source } from '../testing/fixtures.ts';
import { noticeOf } from './notice.ts';

test.each([
  ['nothing to do', {}, null],
  ['a failure', { status: 'failed', failure: failure() }, 'failed'],
  ['a failure that is tried again', { status: 'incomplete', failure: failure() }, 'failed'],
  ['an old failure while the next run is on its way', { status: 'running', failure: failure() }, null],
  ['tables left behind', { status: 'failed', lastRun: lastRun({ state: 'partially_succeeded' }) }, 'partly'],
  ['rows left behind', { lastRun: lastRun({ rowsRejected: 1 }) }, 'rejected'],
  ['a failed test', { status: 'failed', setup: 'broken' }, 'broken'],
  ['no tables', { selectedTables: 0, status: 'pending' }, 'choose'],
  ['no tables, for a reader', { selectedTables: 0, can: { edit: false, sync: false } }, null],
  ['never tested', { setup: 'unverified', schemaState: 'unknown' }, 'untested'],
  ['never tested, but its tables were seen', { setup: 'unverified' }, null],
] as const)('%s', (_, facts, kind) => {
  expect(noticeOf(source(facts))).toBe(kind);
});
