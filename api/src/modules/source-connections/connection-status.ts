import type {
  ConnectionStatus,
  Failure,
  RunState,
  SourceConnectionAttributes,
} from '@headwater/shared/contract';

/** What is stored of a connection, each part with the time at which it was found out. */
export interface ConnectionRecord {
  lifecycle: SourceConnectionAttributes['lifecycle'];
  configuredAt: Date;
  /** Found out by a check or a run; or not yet, by whoever saved the configuration. */
  setup: { state: SourceConnectionAttributes['setup']; at: Date; failure: Failure | null };
  /** What the last discovery came to; `at` is null while none has ended. */
  schema: { state: SourceConnectionAttributes['schemaState']; at: Date | null; failure: Failure | null };
  lastRun: {
    state: RunState;
    /** When its last attempt began, and with it read the configuration. */
    attemptStartedAt: Date | null;
    endedAt: Date | null;
    failure: Failure | null;
  } | null;
  /** Selected tables: `missing` have no version yet, `outdated` were not brought up to date by their last run. */
  tables: { selected: number; missing: number; outdated: number };
}

/**
 * The first that matches: running, queued, failed (somebody must act), paused, incomplete (the last run will be
 * retried), pending (no run since the connection was set up or changed, or one that left tables behind), synced.
 *
 * Failed is a matter of the newest event alone, whether a run, a discovery or a check has ended or a configuration
 * was saved: what is older has been overtaken, and nothing says that it still holds.
 */
export function connectionStatus(record: ConnectionRecord): {
  status: ConnectionStatus;
  /** Why the status is failed or incomplete. */
  failure: Failure | null;
} {
  const { lastRun, lifecycle } = record;
  const state = lastRun?.state;
  if (state === 'running' || state === 'cancelling') return { status: 'running', failure: null };
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

/** A run that ends also says how the connection is set up, at the same moment: then the run is the one to be told. */
function newestEvent({ lastRun, setup, schema }: ConnectionRecord): Event {
  const events: Event[] = [
    {
      at: lastRun?.endedAt ?? null,
      // With no failure left, what a run has left behind was somebody's decision.
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

/** Every selected table has the rows of a run that read the configuration as it is now. */
function isUpToDate({ lastRun, configuredAt, tables }: ConnectionRecord): boolean {
  if (tables.selected === 0 || tables.missing > 0 || tables.outdated > 0) return false;
  return !!lastRun?.attemptStartedAt && lastRun.attemptStartedAt >= configuredAt;
}
