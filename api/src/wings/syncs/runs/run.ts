import type { Failure, RunState, StreamState } from '@headwater/shared/contract';

/**
 * The states of a run and the transitions between them, which README.md shows. All functions are pure: the
 * worker does what they return, and tests cover every pair of state and event.
 */
export type RunEvent =
  | { type: 'leased' }
  | { type: 'cancel_asked' }
  /** The worker is gone, and the run may continue immediately. */
  | { type: 'lease_lost' }
  | { type: 'attempt_ended'; outcome: AttemptOutcome }
  /** Someone decided about a version of this run that was held back. */
  | { type: 'held_decided'; outcome: EndedState };

/** The outcome of an attempt. */
export type AttemptOutcome = EndedState | 'incomplete';

type EndedState = 'succeeded' | 'partially_succeeded' | 'failed' | 'canceled';

const ENDED: readonly RunState[] = ['succeeded', 'partially_succeeded', 'failed', 'canceled'];

export const isEnded = (state: RunState): boolean => ENDED.includes(state);

/** Returns the state after an event, or undefined if the event has no meaning in that state and should be ignored. */
export function nextState(state: RunState, event: RunEvent): RunState | undefined {
  if (isEnded(state)) {
    const isOpen = state === 'failed' || state === 'partially_succeeded';
    return event.type === 'held_decided' && isOpen ? event.outcome : undefined;
  }
  switch (event.type) {
    case 'leased':
      return state === 'canceling' ? 'canceling' : 'running';
    case 'cancel_asked':
      // The holder of the lease has to stop first. If there is none, the run ends at once.
      return state === 'running' || state === 'canceling' ? 'canceling' : 'canceled';
    case 'lease_lost':
      return state === 'canceling' ? 'canceled' : 'queued';
    case 'attempt_ended':
      if (state === 'canceling') return event.outcome === 'succeeded' ? 'succeeded' : 'canceled';
      return state === 'running' ? event.outcome : undefined;
    case 'held_decided':
      return undefined; // the end of the attempt decides
  }
}

export interface StreamResult {
  state: StreamState;
  failure: Failure | null;
}

/** How many attempts of a run completed a table, or reached a checkpoint in one, and how many did neither. */
export interface Tries {
  withProgress: number;
  withoutProgress: number;
  withoutProgressInARow: number;
}

const MOST_WITH_PROGRESS = 20;
const MOST_WITHOUT_PROGRESS = 10;
const MOST_WITHOUT_PROGRESS_IN_A_ROW = 5;
/** A run is stopped after this long. */
export const RUN_HOURS = 24;
const FIRST_BACKOFF_SECONDS = 10;
const LONGEST_BACKOFF_SECONDS = 30 * 60;

export function countAttempt(tries: Tries, progressed: boolean): Tries {
  return progressed
    ? { ...tries, withProgress: tries.withProgress + 1, withoutProgressInARow: 0 }
    : {
        ...tries,
        withoutProgress: tries.withoutProgress + 1,
        withoutProgressInARow: tries.withoutProgressInARow + 1,
      };
}

/** What follows from an attempt. */
export type Verdict =
  | { outcome: 'incomplete'; retryInSeconds: number }
  | { outcome: EndedState; givenUp: 'retries_exhausted' | 'run_too_long' | null };

/**
 * Returns what follows from an attempt, based on its streams, `tries` including this attempt, and the time
 * left. There is another attempt if a retry can help a failed stream and the limits allow it.
 */
export function verdictOf(streams: readonly StreamResult[], tries: Tries, secondsLeft: number): Verdict {
  const open = streams.filter(({ state }) => state !== 'complete');
  if (open.some(({ failure }) => failure?.code === 'canceled')) return { outcome: 'canceled', givenUp: null };
  if (!open.some(mayBeTriedAgain)) return { outcome: endOf(streams), givenUp: null };
  if (isExhausted(tries)) return { outcome: endOf(streams), givenUp: 'retries_exhausted' };
  const retryInSeconds = open.every(waitsForNothing) ? 0 : backoffSeconds(tries.withoutProgressInARow);
  if (secondsLeft <= retryInSeconds) return { outcome: endOf(streams), givenUp: 'run_too_long' };
  return { outcome: 'incomplete', retryInSeconds };
}

/** False if only people can help, at the source or in the configuration. */
export const mayBeTriedAgain = ({ state, failure }: StreamResult): boolean =>
  state !== 'complete' && (failure?.retryable ?? true);

/** Whether a retry can succeed at once: the source is fine, but someone restored another version of the table. */
const waitsForNothing = (stream: StreamResult) =>
  !mayBeTriedAgain(stream) || stream.failure?.code === 'base_replaced';

/**
 * Returns how a run ends with its current streams. If someone kept the old versions, it is
 * neither synced nor failed.
 */
export function endOf(streams: readonly StreamResult[]): EndedState {
  const open = streams.filter(({ state }) => state !== 'complete');
  if (open.length === 0) return 'succeeded';
  if (open.length < streams.length) return 'partially_succeeded';
  return open.every(({ failure }) => failure?.type === 'manual_cancellation') ? 'canceled' : 'failed';
}

const isExhausted = ({ withProgress, withoutProgress, withoutProgressInARow }: Tries) =>
  withProgress >= MOST_WITH_PROGRESS ||
  withoutProgress >= MOST_WITHOUT_PROGRESS ||
  withoutProgressInARow >= MOST_WITHOUT_PROGRESS_IN_A_ROW;

/**
 * Returns the seconds until the next attempt after this many without progress in a row: 10, 30,
 * 90 … up to 30 minutes.
 */
export function backoffSeconds(withoutProgress: number): number {
  return Math.min(FIRST_BACKOFF_SECONDS * 3 ** Math.max(withoutProgress - 1, 0), LONGEST_BACKOFF_SECONDS);
}
