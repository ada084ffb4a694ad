import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { ServerEvent } from '@headwater/shared/contract';
import { RecentEvents, REMEMBERED_MS } from './recent-events.ts';

const START = 1_000;
let time = START;
let recent: RecentEvents;
const event = (id: string): ServerEvent => ({ type: 'tables', id, sourceConnectionId: null });
const idsWithin = (ms: number, organization = 'org_a') =>
  recent.within(organization, ms)?.map(({ id }) => id);

describe('the events of the last minute', () => {
  beforeEach(() => {
    time = START;
    recent = new RecentEvents(() => time);
    time += 10_000;
  });

  test('are told by workspace, the oldest first, the same one once and where it came last', () => {
    recent.add('org_a', event('one'));
    time += 100;
    recent.add('org_a', event('two'));
    recent.add('org_b', event('other'));
    time += 100;
    recent.add('org_a', event('one'));
    assert.deepEqual(idsWithin(5_000), ['two', 'one']);
    assert.deepEqual(idsWithin(50), ['one']);
    assert.deepEqual(idsWithin(5_000, 'org_c'), []);
  });

  test('are unknown before this process listened, beyond a minute, and over a break', () => {
    assert.equal(idsWithin(10_001), undefined);
    assert.deepEqual(idsWithin(9_999), []);
    time += REMEMBERED_MS;
    assert.equal(idsWithin(REMEMBERED_MS + 1), undefined);
    recent.breakOff();
    time += 1_000;
    assert.equal(idsWithin(2_000), undefined);
    assert.deepEqual(idsWithin(500), []);
  });

  test('take a bounded place: where some had to go, none of that time is called complete', () => {
    for (let count = 0; count < 300; count += 1) {
      time += 10;
      recent.add('org_a', event(`event_${count}`));
    }
    assert.equal(idsWithin(2_500), undefined);
    assert.equal(idsWithin(1_900)?.length, 191);
  });

  test('of workspaces in which nothing more happens are forgotten', () => {
    recent.add('org_a', event('one'));
    time += REMEMBERED_MS + 1;
    recent.add('org_b', event('two'));
    assert.deepEqual(idsWithin(1_000), []);
  });
});
