import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RUN_STATES, type RunState } from '@headwater/shared/contract';
import { failure } from '@headwater/base/failures/failure';
import {
  backoffSeconds,
  countAttempt,
  endOf,
  isEnded,
  nextState,
  verdictOf,
  type AttemptOutcome,
  type RunEvent,
  type StreamResult,
  type Tries,
} from './run.ts';

const ENDS = ['succeeded', 'partially_succeeded', 'failed', 'canceled'] as const;
const OUTCOMES: AttemptOutcome[] = [...ENDS, 'incomplete'];
const EVENTS: RunEvent[] = [
  { type: 'leased' },
  { type: 'cancel_asked' },
  { type: 'lease_lost' },
  ...OUTCOMES.map((outcome) => ({ type: 'attempt_ended', outcome }) as const),
  ...ENDS.map((outcome) => ({ type: 'held_decided', outcome }) as const),
];
const ENDED = RUN_STATES.filter(isEnded);
const OPEN = RUN_STATES.filter((state) => !isEnded(state));

describe('a run', () => {
  test('stays as it ended, unless a decision is made about a version that it loaded', () => {
    for (const state of ENDED) {
      for (const event of EVENTS) {
        const isDecidable =
          event.type === 'held_decided' && ['failed', 'partially_succeeded'].includes(state);
        assert.equal(nextState(state, event), isDecidable ? event.outcome : undefined);
      }
    }
  });

  test('reaches a known state or stays, for every event in every open state', () => {
    for (const state of OPEN) {
      for (const event of EVENTS) {
        const next = nextState(state, event);
        assert.ok(
          next === undefined || RUN_STATES.includes(next),
          `${state} ${JSON.stringify(event)} → ${next}`,
        );
      }
    }
  });

  test('can end from every open state, by working or by being canceled', () => {
    const work: RunEvent[] = [{ type: 'leased' }, { type: 'attempt_ended', outcome: 'failed' }];
    const cancel: RunEvent[] = [{ type: 'cancel_asked' }, { type: 'attempt_ended', outcome: 'canceled' }];
    for (const events of [work, cancel]) {
      for (const first of OPEN) {
        const last = events.reduce<RunState>((state, event) => nextState(state, event) ?? state, first);
        assert.ok(isEnded(last), `${first} → ${last}`);
      }
    }
  });

  test('that was canceled never runs again after its worker was lost', () => {
    assert.equal(nextState('canceling', { type: 'lease_lost' }), 'canceled');
    assert.equal(nextState('canceling', { type: 'attempt_ended', outcome: 'incomplete' }), 'canceled');
  });
});

const complete = { state: 'complete', failure: null } as const;
const wrongPassword = { state: 'incomplete', failure: failure('password_refused') } as const;
const broken = { state: 'incomplete', failure: failure('source_disconnected') } as const;
const canceled = { state: 'incomplete', failure: failure('canceled') } as const;
const held = { state: 'incomplete', failure: failure('rows_dropped') } as const;
const kept = { state: 'incomplete', failure: failure('old_version_kept') } as const;
const lost = { state: 'running', failure: null } as const;

const DAY = 86_400;
const FIRST: Tries = { withProgress: 0, withoutProgress: 1, withoutProgressInARow: 1 };

describe('an attempt', () => {
  for (const [name, streams, outcome] of [
    ['with every table complete succeeds', [complete, complete], 'succeeded'],
    ['without any table succeeds', [], 'succeeded'],
    ['with a wrong password fails at once', [wrongPassword], 'failed'],
    [
      'with one permanently failed table succeeds partially',
      [complete, wrongPassword],
      'partially_succeeded',
    ],
    ['interrupted by the network is retried', [complete, broken], 'incomplete'],
    ['that was canceled is canceled', [complete, canceled], 'canceled'],
    ['whose process was lost is retried', [lost], 'incomplete'],
    ['that held a table back waits for a decision', [complete, held], 'partially_succeeded'],
    ['is retried although someone kept the old version of a table', [kept, broken], 'incomplete'],
  ] as const) {
    test(name, () => assert.equal(verdictOf(streams, FIRST, DAY).outcome, outcome));
  }

  for (const [name, tries, left, givenUp] of [
    [
      'five attempts in a row without progress',
      { ...FIRST, withoutProgressInARow: 5 },
      DAY,
      'retries_exhausted',
    ],
    ['ten attempts without progress in total', { ...FIRST, withoutProgress: 10 }, DAY, 'retries_exhausted'],
    ['twenty attempts with progress', { ...FIRST, withProgress: 20 }, DAY, 'retries_exhausted'],
    ['a day', FIRST, 10, 'run_too_long'],
  ] as const) {
    test(`is the last one after ${name}`, () => {
      assert.deepEqual(verdictOf([broken], tries, left), { outcome: 'failed', givenUp });
    });
  }

  test('is followed by the next one at once if the source is fine, but another version was restored', () => {
    const replaced = { state: 'incomplete', failure: failure('base_replaced', { table: 'a' }) } as const;
    const retry = (...streams: StreamResult[]) => verdictOf(streams, FIRST, DAY);
    assert.deepEqual(retry(complete, replaced, wrongPassword), { outcome: 'incomplete', retryInSeconds: 0 });
    assert.deepEqual(retry(replaced, broken), { outcome: 'incomplete', retryInSeconds: 10 });
  });

  test('is followed by a pause that triples after each attempt without progress, up to half an hour', () => {
    assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 9].map(backoffSeconds), [10, 10, 30, 90, 270, 810, 1800, 1800]);
  });
});

test('the streams of a run determine how it ends', () => {
  assert.equal(endOf([complete, complete]), 'succeeded');
  assert.equal(endOf([complete, held]), 'partially_succeeded');
  assert.equal(endOf([complete, kept]), 'partially_succeeded');
  assert.equal(endOf([held, kept]), 'failed');
  assert.equal(endOf([kept, kept]), 'canceled');
});

/** Returns a generator of numbers in [0, 1), the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Simulates a run with tables that fail in any way, workers that get lost, and users who cancel
 * and decide at any time.
 */
function simulate(seed: number) {
  const random = seeded(seed);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const badness = random();
  let state: RunState = 'queued';
  let tries: Tries = { withProgress: 0, withoutProgress: 0, withoutProgressInARow: 0 };
  let secondsLeft = DAY;
  let streams: StreamResult[] = Array.from({ length: 1 + Math.floor(random() * 4) }, () => lost);
  const attempts: boolean[] = [];
  const apply = (event: RunEvent) => {
    const next = nextState(state, event);
    assert.ok(next === undefined || RUN_STATES.includes(next));
    if (isEnded(state)) assert.ok(next === undefined || event.type === 'held_decided');
    state = next ?? state;
  };
  for (let step = 0; step < 1_000 && !isEnded(state); step += 1) {
    apply({ type: 'leased' });
    if (random() < 0.02) apply({ type: 'cancel_asked' });
    let progressed = false;
    streams = streams.map((stream) => {
      if (stream.state === 'complete' || stream.failure?.retryable === false) return stream;
      if (random() < badness) return pick([broken, broken, broken, wrongPassword, held, lost]);
      progressed = true;
      return complete;
    });
    attempts.push(progressed);
    tries = countAttempt(tries, progressed);
    const verdict = verdictOf(streams, tries, secondsLeft);
    const wasLost = random() < 0.2;
    if (verdict.outcome === 'incomplete') {
      secondsLeft -= verdict.retryInSeconds + random() * 7_200;
      assert.ok(streams.some(({ failure }) => failure?.retryable ?? true));
      apply(wasLost ? { type: 'lease_lost' } : { type: 'attempt_ended', outcome: 'incomplete' });
    } else apply({ type: 'attempt_ended', outcome: verdict.outcome });
  }
  return { state: state as RunState, streams, attempts };
}

test('every run ends within its limits, whatever happens (2,000 seeds)', () => {
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const { state, streams, attempts } = simulate(seed);
    const message = `seed ${seed}: ${state} after ${attempts.map(Number).join('')}`;
    assert.ok(isEnded(state), message);
    assert.ok(attempts.filter(Boolean).length <= 20, message);
    assert.ok(attempts.filter((progressed) => !progressed).length <= 10, message);
    assert.ok(!attempts.map(Number).join('').includes('000000'), message);
    if (state === 'succeeded')
      assert.ok(
        streams.every((stream) => stream.state === 'complete'),
        message,
      );
  }
});
