import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { QueryResult, ReportContent } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';
import { valuesOf } from './card-reading.ts';

const api = await TestApi.open({ withMail: true });
after(api.close);

const layout = { x: 0, y: 0, w: 6, h: 6 };
let workspace: Awaited<ReturnType<typeof api.workspace>>;
let client: Client;
let report: string;
let table: { id: string; name: string };
before(async () => {
  workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  client = journey.client;
  const source = await journey.connectFiles({ 'orders.csv': 'id,country\n1,de\n2,de\n3,at\n' });
  await journey.sync(source);
  table = { id: (await client.get(`${source}/tables/orders`)).body.data.id, name: 'orders' };
  const content: ReportContent = {
    cards: [
      {
        ...{ kind: 'number', id: 'n', title: 'Orders', layout, table },
        query: { breakouts: [], measures: [{ as: 'rows', agg: 'count' }] },
      },
      {
        ...{ kind: 'number', id: 'share', title: 'Complete', layout, table },
        query: {
          breakouts: [],
          measures: [{ as: 'share', ratio: [{ agg: 'count' }, { agg: 'count' }], percent: true }],
        },
      },
      {
        ...{ kind: 'query', id: 'bars', title: 'By country', layout, table, mark: 'bars' },
        query: {
          breakouts: [{ as: 'country', column: 'country' }],
          measures: [{ as: 'rows', agg: 'count' }],
        },
      },
    ],
    filters: [],
  };
  const reports = `/organizations/${workspace.id}/reports`;
  const made = await client.post(reports, 'reports', { name: 'Orders', content });
  report = `${reports}/${made.body.data.id}`;
});

const RULE = { operator: 'above', value: 2, times: 1, clear: null, quietHours: 0 };
const create = (rule: object = {}, cardId = 'n', measure = 'rows') =>
  client.post(`${report}/alerts`, 'report_alerts', {
    ...{ cardId, measure, filters: '', rule: { ...RULE, ...rule } },
  });
const stateOf = async (id: string) => {
  const { body } = await client.get(`${report}/alerts`);
  return body.data.find((one: { id: string }) => one.id === id).attributes;
};
const becomes = (id: string, state: string) =>
  settled(
    () => stateOf(id),
    (found) => found.state === state && found.lookedAt !== null,
  );
const lookAgain = async (id: string) => {
  await api.sql('update report_alerts set due_at = now() where id = $1', [id]);
  api.services.alertClock.wake();
};

describe('an alert', () => {
  test('is triggered, unknown while its data is late, and tells its owner and the channels of each change', async () => {
    const channels = `/organizations/${workspace.id}/notification-channels`;
    const triggers = ['alert_triggered', 'alert_ok', 'alert_unknown'];
    const given = { kind: 'email', name: 'Team', triggers, memberIds: [client.userId] };
    const channel = await client.post(channels, 'notification_channels', given);
    assert.equal(channel.status, 201, channel.text);
    const { body, text } = await create();
    assert.ok(body.data, text);
    const { id } = body.data;
    const triggered = await becomes(id, 'triggered');
    assert.deepEqual([triggered.value, triggered.reason, triggered.card], ['3', null, 'Orders']);
    const mails = await settled(
      () => api.mailbox.rest(),
      (all) => all.some(({ subject }) => subject === 'An alert was triggered'),
    );
    const mail = mails.find(({ subject }) => subject === 'An alert was triggered')!;
    assert.equal(mail.to, client.email);
    assert.match(mail.text, /“Orders: Orders” is 3\. The alert waits for values above 2\./);
    await api.sql('update tables set stale = true where id = $1', [table.id]);
    await lookAgain(id);
    const unknown = await becomes(id, 'unknown');
    assert.deepEqual([unknown.reason, unknown.value], ['stale', null]);
    await api.sql('update tables set stale = false where id = $1', [table.id]);
    await lookAgain(id);
    const last = await becomes(id, 'triggered');
    assert.deepEqual(
      last.events.map((event: { state: string; wasTold: boolean }) => [event.state, event.wasTold]),
      [
        ['triggered', true],
        ['unknown', true],
        ['triggered', true],
      ],
    );
    const log = await client.get(`/organizations/${workspace.id}/notification-deliveries`);
    const told = log.body.data.map(
      ({ attributes }: { attributes: { trigger: string } }) => attributes.trigger,
    );
    assert.deepEqual(told, ['alert_triggered', 'alert_unknown', 'alert_triggered']);
  });

  test('says values and limits as its card writes them, in the language of its owner', async () => {
    await api.sql(`update users set language = 'de' where id = $1`, [client.userId]);
    const { body } = await create({ value: 0.9997 }, 'share', 'share');
    await becomes(body.data.id, 'triggered');
    const texts: string[] = [];
    const collect = async () =>
      texts.push(
        ...(await api.mailbox.rest()).map(({ text }) => text).filter((text) => text.includes('Complete')),
      );
    await settled(collect, (count) => count === 2);
    const said = texts.join('');
    assert.match(said, /liegt bei 100\s% und hat einen Alarm ausgelöst\./);
    assert.match(said, /„Orders: Complete“ liegt bei 100\s%\. .* bei Werten über 99,97\s% ausgelöst\./);
    await api.sql(`update users set language = 'en' where id = $1`, [client.userId]);
  });

  test('is paused, changed, and deleted', async () => {
    const { body } = await create({ value: 100 });
    const path = `${report}/alerts/${body.data.id}`;
    await becomes(body.data.id, 'ok');
    const paused = await client.patch(path, 'report_alerts', { paused: true }, { 'if-match': '1' });
    assert.deepEqual(
      [paused.body.data.attributes.pause, paused.body.data.attributes.state],
      ['paused', 'unknown'],
    );
    const rule = { ...RULE, clear: 1 };
    const resumed = await client.patch(path, 'report_alerts', { paused: false, rule }, { 'if-match': '2' });
    assert.equal(resumed.status, 200, resumed.text);
    await becomes(body.data.id, 'triggered');
    assert.equal((await client.delete(path)).status, 204);
  });

  test('still watches a measure that has got a name, and not another one', async () => {
    const { body } = await create();
    const { id } = body.data;
    await becomes(id, 'triggered');
    const measured = async (measure: { as: string; agg: 'count' | 'max'; column?: string }) => {
      const { body: now } = await client.get(report);
      const { name, content, version } = now.data.attributes as {
        name: string;
        content: ReportContent;
        version: number;
      };
      const cards = content.cards.map((card) =>
        card.id === 'n' ? { ...card, query: { breakouts: [], measures: [measure] } } : card,
      );
      const changed = await client.patch(
        report,
        'reports',
        { name, content: { ...content, cards } },
        { 'if-match': String(version) },
      );
      assert.equal(changed.status, 200, changed.text);
      await lookAgain(id);
    };
    const lookedAt = async () => (await stateOf(id)).lookedAt;
    const before = await lookedAt();
    await measured({ as: 'Orders', agg: 'count' });
    await settled(lookedAt, (at) => at !== before);
    assert.equal((await stateOf(id)).state, 'triggered');
    await measured({ as: 'Latest', agg: 'max', column: 'id' });
    assert.equal((await becomes(id, 'unknown')).reason, 'card_gone');
    await measured({ as: 'rows', agg: 'count' });
    assert.equal((await client.delete(`${report}/alerts/${id}`)).status, 204);
  });

  test('watches only what it can, under a rule that makes sense', async () => {
    const codes = async (response: Promise<Awaited<ReturnType<typeof create>>>) =>
      (await response).body.errors[0].code;
    assert.equal(await codes(create({}, 'bars')), 'alert_card_unfit');
    assert.equal(await codes(create({ clear: 3 })), 'alert_clear_wrong');
  });
});

describe('values over time', () => {
  const result = (days: string[], values: (string | null)[], grain: 'day' | 'hour' = 'day'): QueryResult => {
    const column = { type: grain === 'day' ? 'DATE' : 'TIMESTAMP', width: null, others: [] };
    return {
      ...{ version: 1, rows: days.length, cut: null, totals: null, notes: [], sql: '' },
      columns: [
        { ...column, as: 'day', role: 'breakout', kind: 'date', grain },
        { ...column, as: 'rows', role: 'measure', kind: 'number', grain: null },
      ],
      values: [days, values],
    };
  };
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  const at = (time: string, zone = 'UTC', values: (string | null)[] = ['1', '2', '3']) =>
    valuesOf(result(days, values), 'rows', Date.parse(time), zone);

  test('end with the last complete period in the zone of the query', () => {
    assert.deepEqual(at('2026-11-22T23:00:00Z'), [1, 2]);
    assert.deepEqual(at('2026-11-22T23:00:00Z', 'Europe/Vienna'), [1, 2, 3]);
    assert.deepEqual(at('2026-11-20T10:00:00Z'), []);
  });

  test('of hours without a zone are those of the clocks there', () => {
    const hours = ['2026-11-20T08:00:00', '2026-11-20T09:00:00', '2026-11-20T10:00:00'];
    const found = (time: string, zone: string) =>
      valuesOf(result(hours, ['1', '2', '3'], 'hour'), 'rows', Date.parse(time), zone);
    assert.deepEqual(found('2026-11-20T15:20:00Z', 'America/New_York'), [1, 2]);
    assert.deepEqual(found('2026-11-20T10:20:00Z', 'Europe/Vienna'), [1, 2, 3]);
    assert.deepEqual(found('2026-11-20T10:20:00Z', 'UTC'), [1, 2]);
  });

  test('of hours end where clocks change by half of one', () => {
    const hours = ['2023-09-30T14:30:00Z', '2023-09-30T15:30:00Z', '2023-09-30T16:00:00Z'];
    const found = (time: string) =>
      valuesOf(result(hours, ['1', '2', '3'], 'hour'), 'rows', Date.parse(time), 'Australia/Lord_Howe');
    assert.deepEqual(found('2023-09-30T15:59:00Z'), [1]);
    assert.deepEqual(found('2023-09-30T16:01:00Z'), [1, 2]);
  });

  test('are unknown if a complete period has no row, and begin after a gap', () => {
    assert.deepEqual(at('2026-11-24T00:00:00Z'), []);
    assert.deepEqual(at('2026-11-23T12:00:00Z', 'UTC', ['1', null, '3']), [3]);
    assert.deepEqual(at('2026-11-23T12:00:00Z', 'UTC', ['1', '2', null]), []);
  });
});
