import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AlertRule } from '@headwater/shared/contract';
import { judged, type Known, type Reading } from './alert-state.ts';

const HOUR = 3_600_000;
const RULE: AlertRule = { operator: 'above', value: 100, times: 1, clear: null, quietHours: 0 };
const NEW: Known = { state: 'unknown', holds: 0, pin: null, wasTriggered: false, toldAt: null };
/** A number, of one version of its data each. */
const numbers = (...values: (number | 'stale')[]): Reading[] =>
  values.map((value, at) =>
    value === 'stale' ? { unknown: value } : { values: [value], isSeries: false, pin: `v${at}` },
  );
/** Looks at one reading after the other, an hour apart, and says which state follows and who hears of it. */
function follow(rule: Partial<AlertRule>, readings: readonly Reading[]): string {
  let known = NEW;
  const states = readings.map((reading, at) => {
    const next = judged(known, { ...RULE, ...rule }, reading, at * HOUR);
    known = next;
    return `${next.state}${next.isTold ? '!' : ''}`;
  });
  return states.join(' ');
}

describe('the state of an alert', () => {
  test('changes when its condition begins and ends to hold', () => {
    assert.equal(follow({}, numbers(90, 101, 102, 100)), 'ok triggered! triggered ok!');
    assert.equal(follow({ operator: 'below' }, numbers(100, 99)), 'ok triggered!');
  });

  test('is triggered at the first look, too, and nobody is told that a new one is OK', () => {
    assert.equal(follow({}, numbers(101)), 'triggered!');
    assert.equal(follow({}, numbers(1)), 'ok');
  });

  test('waits until the condition holds often enough in a row', () => {
    assert.equal(follow({ times: 3 }, numbers(101, 102, 90, 101, 102, 103)), 'ok ok ok ok ok triggered!');
  });

  test('counts each version of the data once', () => {
    const same: Reading = { values: [101], isSeries: false, pin: 'same' };
    assert.equal(follow({ times: 2 }, [same, same, same]), 'ok ok ok');
  });

  test('stays until the value is back', () => {
    assert.equal(follow({ clear: 80 }, numbers(101, 95, 81, 80)), 'triggered! triggered triggered ok!');
    assert.equal(
      follow({ operator: 'below', clear: 120 }, numbers(99, 119, 120)),
      'triggered! triggered ok!',
    );
  });

  test('is never OK while nothing is known, and what was counted before does not count', () => {
    assert.equal(follow({}, numbers(90, 'stale', 'stale', 90)), 'ok unknown! unknown ok!');
    assert.equal(follow({ times: 2 }, numbers(101, 'stale', 102, 103)), 'ok unknown! ok! triggered!');
    assert.equal(follow({ clear: 80 }, numbers(101, 'stale', 95)), 'triggered! unknown! triggered!');
  });

  test('is told once within the quiet hours', () => {
    assert.equal(
      follow({ quietHours: 3 }, numbers(101, 90, 101, 90, 101)),
      'triggered! ok! triggered ok! triggered!',
    );
  });

  test('over time, follows from the latest periods alone', () => {
    const series = (...values: number[]): Reading => ({ values, isSeries: true, pin: 'same' });
    assert.equal(follow({ times: 2 }, [series(101, 90, 101), series(90, 101, 102)]), 'ok triggered!');
  });
});
