import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure } from '@headwater/base/failures/failure';
import { connectionStatus, type ConnectionRecord } from './connection-status.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
const refused = failure('password_refused', { user: 'reader', host: 'shop-db' });
const unreachable = failure('connection_refused', { host: 'shop-db', port: 5432 });
const unresolved = failure('host_not_found', { host: 'shop-db' });

type Run = NonNullable<ConnectionRecord['lastRun']>;
const run = (state: Run['state'], began: number, ended: number | null = began + 1): Run => ({
  state,
  wholeStartedAt: at(began),
  endedAt: ended === null ? null : at(ended),
  failure: state === 'failed' || state === 'partially_succeeded' || state === 'incomplete' ? refused : null,
});
const tested = (minute: number) => ({ state: 'connected' as const, at: at(minute), failure: null });
const listed = (minute: number) => ({ state: 'ready' as const, at: at(minute), failure: null });

/** A connection that was saved at minute 0, whose tables were listed at 1, and that was synced from 10 to 11. */
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
const cases: [string, Partial<ConnectionRecord>, ...ReturnType<typeof expected>][] = [
  ['after a successful run', {}, ...expected('synced')],
  ['while a run is in progress', { lastRun: run('running', 20, null), setup: brokenBy(19) }, ...expected('running')],
  ['while a run is being canceled', { lastRun: run('canceling', 20, null) }, ...expected('running')],
  ['while a run waits', { lastRun: run('queued', 20, null), schema: discoveryFailed(19) }, ...expected('queued')],
  ['after a failed run', { lastRun: run('failed', 20), tables: behind }, ...expected('failed', refused)],
  ['after a failed run that broke the setup', { lastRun: run('failed', 20), setup: brokenBy(21, unresolved) }, ...expected('failed', refused)],
  ['after a run that left a table behind', { lastRun: run('partially_succeeded', 20) }, ...expected('failed', refused)],
  ['after a decision about the held table of a run', { lastRun: { ...run('partially_succeeded', 20), failure: null } }, ...expected('synced')],
  ['after an interrupted run that will be retried', { lastRun: run('incomplete', 20, null), tables: behind }, ...expected('incomplete', refused)],
  ['after a failed discovery', { schema: discoveryFailed(20) }, ...expected('failed', unreachable)],
  ['after a failed discovery and a later successful run', { schema: discoveryFailed(9) }, ...expected('synced')],
  ['after a failed run and a later successful discovery', { lastRun: run('failed', 20), schema: listed(30), tables: behind }, ...expected('pending')],
  ['after a failed check', { setup: brokenBy(30) }, ...expected('failed', refused)],
  ['after a failed check and a later successful run', { lastRun: run('succeeded', 30), setup: tested(31) }, ...expected('synced')],
  ['after a failed run and a later passed check', { lastRun: run('failed', 20), setup: tested(30), tables: behind }, ...expected('pending')],
  ['after a successful run and a later passed check', { setup: tested(30) }, ...expected('synced')],
  ['after a fix was saved, untested', { lastRun: run('failed', 20), configuredAt: at(30), setup: { state: 'unverified', at: at(30), failure: null }, tables: behind }, ...expected('pending')],
  ['after a successful run and a later saved change', { configuredAt: at(30), setup: tested(30) }, ...expected('pending')],
  ['after a fix was saved and its check failed', { lastRun: run('failed', 20), configuredAt: at(30), setup: brokenBy(31, unresolved) }, ...expected('failed', unresolved)],
  ['after a fix that a retry of the run has used', { configuredAt: at(15), lastRun: run('succeeded', 20), setup: tested(21) }, ...expected('synced')],
  ['before the first run', { lastRun: null, setup: tested(0), tables: { selected: 3, missing: 3, outdated: 0 } }, ...expected('pending')],
  ['with a table selected since the last run', { tables: { selected: 4, missing: 1, outdated: 0 } }, ...expected('pending')],
  ['with no table selected', { tables: { selected: 0, missing: 0, outdated: 0 } }, ...expected('pending')],
  ['after a canceled run with all tables up to date', { lastRun: run('canceled', 20) }, ...expected('synced')],
  ['after a canceled run that followed a failed one', { lastRun: run('canceled', 20), tables: behind }, ...expected('pending')],
  ['while paused', { lifecycle: 'paused' }, ...expected('paused')],
  ['while paused, after a failed run', { lifecycle: 'paused', lastRun: run('failed', 20) }, ...expected('failed', refused)],
];

function expected(status: string, reason: typeof refused | null = null) {
  return [status, reason] as const;
}

for (const [name, change, status, reason] of cases) {
  test(`${name}: ${status}`, () => {
    assert.deepEqual(connectionStatus(record(change)), { status, failure: reason });
  });
}
