import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure } from '../../platform/failures/failure.ts';
import { connectionStatus, type ConnectionRecord } from './connection-status.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
const refused = failure('password_refused', { user: 'reader', host: 'shop-db' });
const unreachable = failure('connection_refused', { host: 'shop-db', port: 5432 });
const untold = failure('host_not_found', { host: 'shop-db' });

type Run = NonNullable<ConnectionRecord['lastRun']>;
const run = (state: Run['state'], began: number, ended: number | null = began + 1): Run => ({
  state,
  attemptStartedAt: at(began),
  endedAt: ended === null ? null : at(ended),
  failure: state === 'failed' || state === 'partially_succeeded' || state === 'incomplete' ? refused : null,
});
const tested = (minute: number) => ({ state: 'connected' as const, at: at(minute), failure: null });
const listed = (minute: number) => ({ state: 'ready' as const, at: at(minute), failure: null });

/** Saved at minute 0, its tables listed at 1, synced from 10 to 11. */
const record = (change: Partial<ConnectionRecord> = {}): ConnectionRecord => ({
  lifecycle: 'active',
  configuredAt: at(0),
  setup: tested(11),
  schema: listed(1),
  lastRun: run('succeeded', 10),
  tables: { selected: 3, missing: 0, outdated: 0 },
  ...change,
});

const behind = { selected: 3, missing: 0, outdated: 3 };
const brokenBy = (minute: number, reason = refused) => ({
  state: 'broken' as const,
  at: at(minute),
  failure: reason,
});
const discoveryFailed = (minute: number) => ({
  state: 'discover_failed' as const,
  at: at(minute),
  failure: unreachable,
});

// prettier-ignore
const cases: [string, Partial<ConnectionRecord>, ...ReturnType<typeof told>][] = [
  ['after a good run', {}, ...told('synced')],
  ['while a run is on', { lastRun: run('running', 20, null), setup: brokenBy(19) }, ...told('running')],
  ['while a run is being cancelled', { lastRun: run('cancelling', 20, null) }, ...told('running')],
  ['while a run waits', { lastRun: run('queued', 20, null), schema: discoveryFailed(19) }, ...told('queued')],
  ['after a failed run', { lastRun: run('failed', 20), tables: behind }, ...told('failed', refused)],
  ['where a failed run broke the setup', { lastRun: run('failed', 20), setup: brokenBy(21, untold) }, ...told('failed', refused)],
  ['after a run that left a table behind', { lastRun: run('partially_succeeded', 20) }, ...told('failed', refused)],
  ['after a run whose held table was decided about', { lastRun: { ...run('partially_succeeded', 20), failure: null } }, ...told('synced')],
  ['after an interrupted run that will be retried', { lastRun: run('incomplete', 20, null), tables: behind }, ...told('incomplete', refused)],
  ['after a failed discovery', { schema: discoveryFailed(20) }, ...told('failed', unreachable)],
  ['after a good run since a failed discovery', { schema: discoveryFailed(9) }, ...told('synced')],
  ['after a good discovery since a failed run', { lastRun: run('failed', 20), schema: listed(30), tables: behind }, ...told('pending')],
  ['after a failed check', { setup: brokenBy(30) }, ...told('failed', refused)],
  ['after a good run since a failed check', { lastRun: run('succeeded', 30), setup: tested(31) }, ...told('synced')],
  ['after a passed check since a failed run', { lastRun: run('failed', 20), setup: tested(30), tables: behind }, ...told('pending')],
  ['after a passed check since a good run', { setup: tested(30) }, ...told('synced')],
  ['after a fix was saved, untested', { lastRun: run('failed', 20), configuredAt: at(30), setup: { state: 'unverified', at: at(30), failure: null }, tables: behind }, ...told('pending')],
  ['after a change was saved since a good run', { configuredAt: at(30), setup: tested(30) }, ...told('pending')],
  ['after a fix was saved and its check failed', { lastRun: run('failed', 20), configuredAt: at(30), setup: brokenBy(31, untold) }, ...told('failed', untold)],
  ['after a fix that a retry of the run has read', { configuredAt: at(15), lastRun: run('succeeded', 20), setup: tested(21) }, ...told('synced')],
  ['before the first run', { lastRun: null, setup: tested(0), tables: { selected: 3, missing: 3, outdated: 0 } }, ...told('pending')],
  ['with a table selected since the last run', { tables: { selected: 4, missing: 1, outdated: 0 } }, ...told('pending')],
  ['with no table selected', { tables: { selected: 0, missing: 0, outdated: 0 } }, ...told('pending')],
  ['after a cancelled run of tables that were whole', { lastRun: run('cancelled', 20) }, ...told('synced')],
  ['after a cancelled run that followed a failed one', { lastRun: run('cancelled', 20), tables: behind }, ...told('pending')],
  ['while paused', { lifecycle: 'paused' }, ...told('paused')],
  ['while paused, after a failed run', { lifecycle: 'paused', lastRun: run('failed', 20) }, ...told('failed', refused)],
];

function told(status: string, reason: typeof refused | null = null) {
  return [status, reason] as const;
}

for (const [name, change, status, reason] of cases) {
  test(`${name}: ${status}`, () => {
    assert.deepEqual(connectionStatus(record(change)), { status, failure: reason });
  });
}
