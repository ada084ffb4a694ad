import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RUN_STATES, type RunState } from '@headwater/shared/contract';
import { failure } from '../connectors/failure.ts';
import { backoffSeconds, isEnded, nextState, outcomeOf, type AttemptOutcome, type RunEvent } from './run.ts';

const OUTCOMES: AttemptOutcome[] = ['succeeded', 'partially_succeeded', 'failed', 'incomplete', 'cancelled'];
const EVENTS: RunEvent[] = [
  { type: 'leased' },
  { type: 'cancel_asked' },
  { type: 'lease_lost' },
  ...OUTCOMES.map((outcome) => ({ type: 'attempt_ended', outcome }) as const),
];

describe('a run', () => {
  test('stays as it ended, whatever comes later', () => {
    for (const state of RUN_STATES.filter(isEnded)) {
      for (const event of EVENTS) assert.equal(nextState(state, event), undefined);
    }
  });

  test('is led by every event from every open state to a known state or nowhere', () => {
    for (const state of RUN_STATES.filter((each) => !isEnded(each))) {
      for (const event of EVENTS) {
        const next = nextState(state, event);
        assert.ok(
          next === undefined || RUN_STATES.includes(next),
          `${state} ${JSON.stringify(event)} → ${next}`,
        );
      }
    }
  });

  test('ends from every open state, by its work or by a cancel', () => {
    const work: RunEvent[] = [{ type: 'leased' }, { type: 'attempt_ended', outcome: 'failed' }];
    const cancel: RunEvent[] = [{ type: 'cancel_asked' }, { type: 'attempt_ended', outcome: 'cancelled' }];
    for (const events of [work, cancel]) {
      for (const first of RUN_STATES.filter((each) => !isEnded(each))) {
        const last = events.reduce<RunState>((state, event) => nextState(state, event) ?? state, first);
        assert.ok(isEnded(last), `${first} → ${last}`);
      }
    }
  });

  test('that was cancelled never runs again after its worker was lost', () => {
    assert.equal(nextState('cancelling', { type: 'lease_lost' }), 'cancelled');
    assert.equal(nextState('cancelling', { type: 'attempt_ended', outcome: 'incomplete' }), 'cancelled');
  });
});

describe('an attempt', () => {
  const complete = { state: 'complete', failure: null } as const;
  const wrongPassword = { state: 'incomplete', failure: failure('password_refused') } as const;
  const broken = { state: 'incomplete', failure: failure('source_disconnected') } as const;
  const cancelled = { state: 'incomplete', failure: failure('cancelled') } as const;

  for (const [name, streams, attempt, outcome] of [
    ['with every table complete succeeded', [complete, complete], 1, 'succeeded'],
    ['of no table at all succeeded', [], 1, 'succeeded'],
    ['that a wrong password stopped failed', [wrongPassword], 1, 'failed'],
    [
      'that left one table behind for good succeeded partially',
      [complete, wrongPassword],
      1,
      'partially_succeeded',
    ],
    ['that the network broke goes on', [complete, broken], 1, 'incomplete'],
    ['that was broken five times is given up', [broken], 5, 'failed'],
    ['that was cancelled is cancelled', [complete, cancelled], 1, 'cancelled'],
    ['whose process was lost goes on', [{ state: 'running', failure: null }], 1, 'incomplete'],
  ] as const) {
    test(name, () => assert.equal(outcomeOf(streams, attempt), outcome));
  }

  test('waits three times as long after each, up to half an hour', () => {
    assert.deepEqual([1, 2, 3, 4, 5, 6, 9].map(backoffSeconds), [10, 30, 90, 270, 810, 1800, 1800]);
  });
});
