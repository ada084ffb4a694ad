import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { ServerEvent } from '@headwater/shared/contract';
import { MOST_A_WORKSPACE, MOST_IN_ALL, RecentEvents, REMEMBERED_MS } from './recent-events.ts';

const START = 1_000;
let time = START;
let recent: RecentEvents;
const event = (id: string): ServerEvent => ({ type: 'tables', id, sourceConnectionId: null });
const idsWithin = (ms: number, organization = 'org_a') =>
  recent.within(organization, ms)?.map(({ id }) => id);

describe('the events of the last quarter of an hour', () => {
  beforeEach(() => {
    time = START;
    recent = new RecentEvents(() => time);
    time += 10_000;
  });

  test('are returned by workspace, oldest first, and repeated ones once, where they occurred last', () => {
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

  test('are unknown before this process listened, beyond that time, and across a gap', () => {
    assert.equal(idsWithin(10_001), undefined);
    assert.deepEqual(idsWithin(9_999), []);
    time += REMEMBERED_MS;
    assert.equal(idsWithin(REMEMBERED_MS + 1), undefined);
    recent.noteGap();
    time += 1_000;
    assert.equal(idsWithin(2_000), undefined);
    assert.deepEqual(idsWithin(500), []);
  });

  test('are limited per workspace: a time from which some were dropped does not count as complete', () => {
    for (let count = 0; count < MOST_A_WORKSPACE + 100; count += 1) {
      time += 10;
      recent.add('org_a', event(`event_${count}`));
    }
    assert.equal(idsWithin(MOST_A_WORKSPACE * 10 + 10), undefined);
    assert.equal(idsWithin(MOST_A_WORKSPACE * 10 - 100)?.length, MOST_A_WORKSPACE - 9);
  });

  test('are limited in total: the workspaces that were quiet the longest are dropped first', () => {
    const workspaces = MOST_IN_ALL / MOST_A_WORKSPACE + 1;
    for (let organization = 0; organization < workspaces; organization += 1) {
      time += 10;
      for (let count = 0; count < MOST_A_WORKSPACE; count += 1)
        recent.add(`org_${organization}`, event(`event_${count}`));
    }
    assert.equal(idsWithin(workspaces * 10, 'org_0'), undefined);
    assert.equal(idsWithin(5, 'org_0')?.length, 0);
    assert.equal(idsWithin((workspaces - 1) * 10 - 1, 'org_1')?.length, MOST_A_WORKSPACE);
  });

  test('include what a tab missed that no one looked at for ten minutes', () => {
    recent.add('org_a', event('before'));
    time += 1_000;
    recent.add('org_a', event('meanwhile'));
    time += 600_000;
    assert.deepEqual(idsWithin(600_500), ['meanwhile']);
  });

  test('are forgotten for workspaces in which nothing happens anymore', () => {
    recent.add('org_a', event('one'));
    time += REMEMBERED_MS + 1;
    recent.add('org_b', event('two'));
    assert.deepEqual(idsWithin(1_000), []);
  });
});
