import type {
  ConnectionStatus,
  Failure,
  RunState,
  SourceConnectionAttributes,
} from '@headwater/shared/contract';

/** What is stored about a connection, each part with the time at which it was determined. */
export interface ConnectionRecord {
  lifecycle: SourceConnectionAttributes['lifecycle'];
  configuredAt: Date;
  /** Determined by a check or a run, or unverified since the configuration was saved. */
  setup: { state: SourceConnectionAttributes['setup']; at: Date; failure: Failure | null };
  /** The result of the last discovery. `at` is null if none has ended. */
  schema: { state: SourceConnectionAttributes['schemaState']; at: Date | null; failure: Failure | null };
  lastRun: {
    state: RunState;
    /** When the last attempt of a run of all tables began and read the configuration. */
    wholeStartedAt: Date | null;
    endedAt: Date | null;
    failure: Failure | null;
  } | null;
  /** Selected tables: `missing` have no version yet, and `outdated` were not brought up to date by their last run. */
  tables: { selected: number; missing: number; outdated: number };
}

/**
 * Returns the first status that applies: running, queued, failed (someone has to act), paused, incomplete
 * (the last run will be retried), pending (no run since the connection was set up or changed, or one that
 * left tables behind), synced.
 *
 * Whether it failed depends only on the newest event: a run, discovery, or check that has ended, or a saved
 * configuration. Older events are superseded, and may no longer be true.
 */
export function connectionStatus(record: ConnectionRecord): {
  status: ConnectionStatus;
  /** Why the status is failed or incomplete. */
  failure: Failure | null;
} {
  const { lastRun, lifecycle } = record;
  const state = lastRun?.state;
  if (state === 'running' || state === 'canceling') return { status: 'running', failure: null };
  if (state === 'pending' || state === 'queued') return { status: 'queued', failure: null };
  const newest = newestEvent(record);
  if (state !== 'incomplete' && newest.failed) return { status: 'failed', failure: newest.failure };
  if (lifecycle === 'paused') return { status: 'paused', failure: null };
  if (state === 'incomplete') return { status: 'incomplete', failure: lastRun?.failure ?? null };
  return { status: isUpToDate(record) ? 'synced' : 'pending', failure: null };
}

interface Event {
  at: Date | null;
  failed: boolean;
  failure: Failure | null;
}

/**
 * Returns the newest event. A run that ends also updates the setup at the same time, in which
 * case the run is used.
 */
function newestEvent({ lastRun, setup, schema }: ConnectionRecord): Event {
  const events: Event[] = [
    {
      at: lastRun?.endedAt ?? null,
      // If no failure is left, someone decided about the tables that the run left behind.
      failed:
        lastRun?.state === 'failed' || (lastRun?.state === 'partially_succeeded' && lastRun.failure !== null),
      failure: lastRun?.failure ?? null,
    },
    { at: setup.at, failed: setup.state === 'broken', failure: setup.failure },
    { at: schema.at, failed: schema.state === 'discover_failed', failure: schema.failure },
  ];
  return events.reduce((newest, event) => (timeOf(event) > timeOf(newest) ? event : newest));
}

const timeOf = ({ at }: Event) => at?.getTime() ?? -Infinity;

/** Whether every selected table has the rows of a run that read the current configuration. */
function isUpToDate({ lastRun, configuredAt, tables }: ConnectionRecord): boolean {
  if (tables.selected === 0 || tables.missing > 0 || tables.outdated > 0) return false;
  return !!lastRun?.wholeStartedAt && lastRun.wholeStartedAt >= configuredAt;
}
