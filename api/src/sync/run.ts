import type { Failure, RunState, StreamState } from '@headwater/shared/contract';

/**
 * The states of a run and what leads from one to the next; README.md draws them. Pure: the worker does what these
 * functions say, and tests go through every pair.
 */
export type RunEvent =
  | { type: 'leased' }
  | { type: 'cancel_asked' }
  | { type: 'lease_lost' }
  | { type: 'attempt_ended'; outcome: AttemptOutcome };

/** What an attempt came to: succeeded where nothing failed, and so on. */
export type AttemptOutcome = 'succeeded' | 'partially_succeeded' | 'failed' | 'incomplete' | 'cancelled';

const ENDED: readonly RunState[] = ['succeeded', 'partially_succeeded', 'failed', 'cancelled'];

export const isEnded = (state: RunState): boolean => ENDED.includes(state);

/** The state after an event; undefined where the event means nothing in that state and is to be ignored. */
export function nextState(state: RunState, event: RunEvent): RunState | undefined {
  if (isEnded(state)) return undefined;
  switch (event.type) {
    case 'leased':
      return state === 'cancelling' ? 'cancelling' : 'running';
    case 'cancel_asked':
      // Whoever holds the lease stops first; where nobody does, the run ends at once.
      return state === 'running' || state === 'cancelling' ? 'cancelling' : 'cancelled';
    case 'lease_lost':
      return state === 'cancelling' ? 'cancelled' : 'queued';
    case 'attempt_ended':
      if (state === 'cancelling') return event.outcome === 'succeeded' ? 'succeeded' : 'cancelled';
      return state === 'running' ? event.outcome : undefined;
  }
}

export interface StreamResult {
  state: StreamState;
  failure: Failure | null;
}

/** With no progress, at most this many attempts in a row. */
const MOST_ATTEMPTS = 5;
const FIRST_BACKOFF_SECONDS = 10;
const LONGEST_BACKOFF_SECONDS = 30 * 60;

/**
 * What an attempt came to, from its streams. Goes on by itself where something failed that trying again can mend
 * and attempts are left; `attempt` counts from 1.
 */
export function outcomeOf(streams: readonly StreamResult[], attempt: number): AttemptOutcome {
  const open = streams.filter(({ state }) => state !== 'complete');
  if (open.length === 0) return 'succeeded';
  if (open.some(({ failure }) => failure?.type === 'manual_cancellation')) return 'cancelled';
  if (attempt < MOST_ATTEMPTS && open.some(({ failure }) => failure?.retryable ?? true)) return 'incomplete';
  return open.length < streams.length ? 'partially_succeeded' : 'failed';
}

/** Seconds until the next attempt: 10, 30, 90 … up to 30 minutes. */
export function backoffSeconds(attempt: number): number {
  return Math.min(FIRST_BACKOFF_SECONDS * 3 ** (attempt - 1), LONGEST_BACKOFF_SECONDS);
}
