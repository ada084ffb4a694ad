import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ReportContent } from '@headwater/shared/contract';
import PostalMime, { type Email } from 'postal-mime';
import { startMailServer, type MailServer } from '../../../../test-support/mail-server.ts';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { takeDueAlert } from '../alerts/alerts.repository.ts';
import { listDueSubscriptions, takeDueDelivery } from './due-deliveries.ts';
import { MailFault } from './testing/mail-fault.ts';

const fault = new MailFault();
const server: MailServer = await startMailServer({ onMailFrom: fault.answer });
const api = await TestApi.open({ environment: { SMTP_URL: server.url } });
after(async () => {
  await api.close();
  await server.close();
});

const layout = { x: 0, y: 0, w: 6, h: 6 };
const ORDERS = 'id,country,total\n1,de,20.50\n2,de,30.75\n3,at,7.25\n';
let workspace: Awaited<ReturnType<typeof api.workspace>>;
let journey: SourceJourney;
let client: Client;
let source: string;
let table: { id: string; name: string };
let reports: string;
before(async () => {
  workspace = await api.workspace();
  journey = new SourceJourney(workspace);
  client = journey.client;
  source = await journey.connectFiles({ 'orders.csv': ORDERS });
  await journey.sync(source);
  table = { id: (await client.get(`${source}/tables/orders`)).body.data.id, name: 'orders' };
  reports = `/organizations/${workspace.id}/reports`;
});

const contentOf = (): ReportContent => ({
  cards: [
    {
      ...{ kind: 'query', id: 'bars', title: 'Total by country', layout, table, mark: 'bars' },
      query: {
        breakouts: [{ as: 'country', column: 'country' }],
        measures: [{ as: 'total', agg: 'sum', column: 'total' }],
      },
    },
    {
      ...{ kind: 'number', id: 'n', title: 'Orders', layout: { ...layout, y: 6 }, table },
      query: { breakouts: [], measures: [{ as: 'rows', agg: 'count' }] },
    },
  ],
  filters: [{ id: 'country', label: 'Country', default: null, bind: [{ card: 'bars', column: 'country' }] }],
});
let names = 0;
const givenReport = async () => {
  const name = `Report ${(names += 1)}`;
  const { body } = await client.post(reports, 'reports', { name, content: contentOf() });
  return { name, path: `${reports}/${body.data.id}` };
};
const CHOICES = {
  ...{ schedule: null, zone: 'Europe/Vienna', filters: '', onlyFresh: true, skipEmpty: true },
  ...{ skipUnchanged: true, attachPdf: false },
};
const subscribe = async (report: string, choices: object = {}, by = client) => {
  const given = { ...CHOICES, memberIds: [by.userId], ...choices };
  const { status, body, text } = await by.post(`${report}/subscriptions`, 'report_subscriptions', given);
  assert.equal(status, 201, text);
  return {
    id: body.data.id as string,
    path: `${report}/subscriptions/${body.data.id}`,
    ...body.data.attributes,
  };
};
const DAILY = { days: [0, 1, 2, 3, 4, 5, 6], time: '08:00' };
/** Makes the moment come for which a delivery is planned. */
const comes = async (id: string) => {
  await api.sql(`update report_subscriptions set next_at = now() - interval '1 minute' where id = $1`, [id]);
  api.services.deliveryClock.wake();
};
const logOf = async (path: string) =>
  (await client.get(`${path}/deliveries`)).body.data.map(
    ({ attributes }: { attributes: Record<string, unknown> }) => attributes,
  );
const lastIs = (path: string, ...states: string[]) =>
  settled(
    () => logOf(path),
    ([last]) => states.includes(last?.state),
  ).then(([last]) => last);
const mailsAbout = async (name: string): Promise<Email[]> => {
  const all = await Promise.all(server.mails.map((bytes) => PostalMime.parse(bytes)));
  return all.filter(({ subject }) => subject?.startsWith(`${name}, `) || subject?.startsWith(`${name} not`));
};

describe('a subscription', () => {
  test('sends pictures and the same in words on its schedule, once for each moment', async () => {
    const { name, path } = await givenReport();
    const reader = await workspace.member('reader');
    const made = await subscribe(path, {
      ...{ schedule: DAILY, attachPdf: true, filters: 'f.country=equals%3Ade' },
      memberIds: [client.userId, reader.userId],
    });
    assert.ok(Date.parse(made.nextAt) > Date.now());
    await comes(made.id);
    const sent = await lastIs(made.path, 'sent');
    assert.deepEqual([sent.sent, sent.cause, sent.fault], [2, 'schedule', null]);
    const mails = await mailsAbout(name);
    assert.deepEqual(
      mails.map(({ to }) => to?.[0]?.address).toSorted(),
      [client.email, reader.email].toSorted(),
    );
    const [{ text = '', html = '', attachments, headers }] = mails as [Email];
    assert.match(text, /Total by country\n.*\ncountry \| total\nde \| 51\.25/);
    assert.doesNotMatch(text, /at \| 7\.25/);
    assert.match(text, /\/reports\/rep_\w+\?f\.country=equals%3Ade\n/);
    assert.match(html, /<img class="picture" src="cid:card-1@report" alt="[^"]+"/);
    const [picture, pdf] = attachments;
    assert.deepEqual([picture!.mimeType, pdf!.mimeType], ['image/png', 'application/pdf']);
    const bytes = Buffer.from(picture!.content as ArrayBuffer);
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
    // Mail programs would send their one request over https only.
    assert.ok(!headers.some(({ key }) => key.startsWith('list-unsubscribe')));

    api.services.deliveryClock.wake();
    await comes(made.id);
    const again = await settled(
      () => logOf(made.path),
      (all) => all.length === 2 && all[0].state !== 'due',
    );
    assert.deepEqual([again[0].state, again[0].fault], ['skipped', 'unchanged']);
    assert.equal((await mailsAbout(name)).length, 2);
  });

  test('stops with its report, as links and alerts do, and goes on when that is brought back', async () => {
    const { name, path } = await givenReport();
    const made = await subscribe(path, { schedule: DAILY });
    const later = await subscribe(path, { schedule: DAILY });
    const link = { days: 30, filtersOpen: false, filters: '' };
    const { token } = (await client.post(`${path}/share-links`, 'share_links', link)).body.data.attributes;
    const shared = async () =>
      (await api.visitor().post('/shared-reports', 'shared_reports', { token })).status;
    const rule = { operator: 'above', value: 2, times: 1, clear: null, quietHours: 0 };
    const alert = { cardId: 'n', measure: 'rows', filters: '', rule };
    const { id: alertId } = (await client.post(`${path}/alerts`, 'report_alerts', alert)).body.data;
    const looked = async () =>
      (await api.sql(`select looked_at from report_alerts where id = $1`, [alertId]))[0]!.looked_at as Date;
    const before = await settled(looked, (at) => at !== null);
    assert.equal(await shared(), 200);

    // One delivery is under way.
    await api.sql(
      `insert into report_deliveries (workspace_id, id, subscription_id, occurrence, cause, state, due_at, wait_until)
       values ($1, 'dlv_deleted', $2, 'at:earlier', 'schedule', 'waiting', now() + interval '1 hour', now() + interval '2 hours')`,
      [workspace.id, later.id],
    );
    assert.equal((await client.delete(path)).status, 204);
    await api.sql(`update report_deliveries set due_at = now() where id = 'dlv_deleted'`);
    await api.sql(`update report_alerts set due_at = now() where id = $1`, [alertId]);
    const deliveries = () =>
      api.sql(`select state from report_deliveries where subscription_id = any($1)`, [[made.id, later.id]]);
    await comes(made.id);
    // What the clocks look for is due, and isn't found.
    const due = await listDueSubscriptions(api.database, 100);
    assert.deepEqual(
      due.filter(({ id }) => id === made.id || id === later.id),
      [],
    );
    assert.notEqual((await takeDueDelivery(api.database))?.id, 'dlv_deleted');
    assert.notEqual((await takeDueAlert(api.database))?.id, alertId);
    assert.deepEqual(await deliveries(), [{ state: 'waiting' }]);
    assert.deepEqual(await looked(), before);
    assert.equal(await shared(), 404);
    assert.equal((await client.get(path)).status, 404);
    assert.equal((await client.get(`${path}/subscriptions`)).status, 404);
    assert.deepEqual((await client.get(`/organizations/${workspace.id}/share-links`)).body.data, []);

    const deleted = `/organizations/${workspace.id}/deleted-reports`;
    const [found] = (await client.get(deleted)).body.data;
    assert.equal(found.attributes.name, name);
    const { deletedAt, restorableUntil } = found.attributes;
    assert.equal(Date.parse(restorableUntil) - Date.parse(deletedAt), 30 * 86_400_000);
    const back = () => client.post(`${deleted}/${found.id}/restorations`, 'deleted_report_restorations', {});
    assert.equal((await back()).status, 200);
    assert.equal((await back()).status, 404);
    assert.deepEqual((await client.get(deleted)).body.data, []);
    api.services.deliveryClock.wake();
    api.services.alertClock.wake();
    await lastIs(made.path, 'sent');
    await lastIs(later.path, 'sent');
    await settled(looked, (at) => at > before);
    assert.equal(await shared(), 200);

    await client.delete(path);
    await api.sql(`update all_reports set deleted_at = now() - interval '30 days' where id = $1`, [found.id]);
    assert.equal((await back()).status, 404);
    await installationTransaction(api.database, (db) => api.services.hooks.within('nightly', db));
    assert.deepEqual(await api.sql('select id from all_reports where id = $1', [found.id]), []);
  });

  test('without a schedule sends after a sync that changes its data, once a day', async () => {
    const { name, path } = await givenReport();
    const { path: subscription } = await subscribe(path);
    api.services.deliveryClock.wake();
    await journey.sync(source);
    await lastIs(subscription, 'sent');
    assert.equal((await mailsAbout(name)).length, 1);
    await journey.sync(source);
    // The next scan begins after the one that has seen this sync.
    const other = await subscribe(path, { schedule: DAILY, skipUnchanged: false });
    await comes(other.id);
    await lastIs(other.path, 'sent');
    assert.equal((await logOf(subscription)).length, 1);
  });

  test('waits for late data, then sends it once it is fresh, or says that it is late', async () => {
    const { name, path } = await givenReport();
    const made = await subscribe(path, { schedule: DAILY });
    const given = await subscribe(path, { schedule: DAILY });
    await api.sql('update tables set stale = true where id = $1', [table.id]);
    await comes(made.id);
    const waiting = await lastIs(made.path, 'waiting');
    assert.deepEqual([waiting.fault, waiting.endedAt], ['stale', null]);
    await comes(given.id);
    await lastIs(given.path, 'waiting');
    await api.sql(
      `update report_deliveries set due_at = now(), wait_until = now() where subscription_id = $1`,
      [given.id],
    );
    api.services.deliveryClock.wake();
    assert.equal((await lastIs(given.path, 'skipped')).fault, 'stale');
    const [held] = await mailsAbout(name);
    assert.match(held!.text!, /because its data is older than it should be \(orders\)/);
    // A sync makes it fresh.
    await journey.sync(source);
    await lastIs(made.path, 'sent');
    assert.equal((await mailsAbout(name)).length, 2);
  });

  test('is not sent if no card shows anything', async () => {
    const { name, path } = await givenReport();
    const { body } = await client.get(path);
    const content = contentOf();
    content.filters[0]!.bind.push({ card: 'n', column: 'country' });
    await client.patch(path, 'reports', { content }, { 'if-match': String(body.data.attributes.version) });
    const made = await subscribe(path, { schedule: DAILY, filters: 'f.country=equals%3Afr' });
    await comes(made.id);
    assert.equal((await lastIs(made.path, 'skipped')).fault, 'empty');
    assert.deepEqual(await mailsAbout(name), []);
  });

  test('is tried again while the mail server is away, and goes to those who have not got it', async () => {
    const { name, path } = await givenReport();
    const other = await workspace.member('reader');
    const made = await subscribe(path, { schedule: DAILY, memberIds: [client.userId, other.userId] });
    fault.afterMails(1);
    await comes(made.id);
    const retrying = await lastIs(made.path, 'retrying');
    assert.deepEqual([retrying.fault, retrying.attempts, retrying.sent], ['mail_failed', 1, 1]);
    assert.ok(Date.parse(retrying.nextAt) > Date.now());
    fault.end();
    await api.sql(`update report_deliveries set due_at = now() where subscription_id = $1`, [made.id]);
    api.services.deliveryClock.wake();
    assert.equal((await lastIs(made.path, 'sent')).sent, 2);
    assert.equal((await mailsAbout(name)).length, 2);
  });

  test('that can’t be written is our fault, isn’t tried again, and keeps nobody else from theirs', async () => {
    const { name, path } = await givenReport();
    const other = await workspace.member('reader');
    const made = await subscribe(path, { schedule: DAILY, memberIds: [client.userId, other.userId] });
    await api.sql(`update users set email = 'odd\u007f' || email where id = $1`, [other.userId]);
    await comes(made.id);
    const failed = await lastIs(made.path, 'failed');
    assert.deepEqual([failed.fault, failed.sent, failed.nextAt], ['mail_unwritable', 1, null]);
    const mails = await mailsAbout(name);
    assert.deepEqual(
      mails.map(({ to }) => to?.[0]?.address),
      [client.email],
    );
  });

  test('goes on where a process has ended, and not to someone who has left', async () => {
    const { name, path } = await givenReport();
    const gone = await workspace.member('reader');
    const made = await subscribe(path, { schedule: DAILY, memberIds: [client.userId, gone.userId] });
    await api.sql(
      `insert into report_deliveries (workspace_id, id, subscription_id, occurrence, cause, state, due_at, wait_until)
       values ($1, $2, $3, 'at:before', 'schedule', 'due', now() - interval '1 second', now())`,
      [workspace.id, `rdl_${made.id.slice(4)}`, made.id],
    );
    await client.delete(`/organizations/${workspace.id}/members/${gone.userId}`);
    api.services.deliveryClock.wake();
    assert.equal((await lastIs(made.path, 'sent')).sent, 1);
    assert.deepEqual(
      (await mailsAbout(name)).map(({ to }) => to?.[0]?.address),
      [client.email],
    );
  });

  test('ends with a signed link, for its reader only', async () => {
    const { name, path } = await givenReport();
    const made = await subscribe(path, { schedule: DAILY });
    await comes(made.id);
    await lastIs(made.path, 'sent');
    const [mail] = await mailsAbout(name);
    const token = /\/unsubscribe\/(\S+)/.exec(mail!.text!)![1]!;
    const visitor = api.visitor();
    const stop = (given: string) =>
      visitor.post('/report-unsubscriptions', 'report_unsubscriptions', { token: given });
    const other = token.replace(/usr_\w+/, `usr_${'0'.repeat(26)}`);
    assert.equal((await stop(other)).status, 404);
    const stopped = await stop(token);
    assert.equal(stopped.status, 201, stopped.text);
    assert.deepEqual(stopped.body.data.attributes, { report: name, workspace: workspace.name });
    assert.equal((await stop(token)).status, 201);
    const [left] = (await client.get(`${path}/subscriptions`)).body.data;
    assert.deepEqual(left.attributes.memberIds, []);
    await comes(made.id);
    const last = await settled(
      () => logOf(made.path),
      (all) => all.length === 2 && all[0].state !== 'due',
    );
    assert.equal(last[0].fault, 'no_recipients');
  });

  test('belongs to its owner: others who may not edit cannot change it, and it pauses when they leave', async () => {
    const { path } = await givenReport();
    const [owner, reader] = [await workspace.member('reader'), await workspace.member('reader')];
    const made = await subscribe(path, { schedule: DAILY }, owner);
    const ifMatch = { 'if-match': String(made.version) };
    const refused = await reader.patch(made.path, 'report_subscriptions', { paused: true }, ifMatch);
    assert.deepEqual([refused.status, refused.body.errors[0].code], [403, 'subscription_not_yours']);
    const others = { ...CHOICES, memberIds: [client.userId] };
    const toOthers = await owner.post(`${path}/subscriptions`, 'report_subscriptions', others);
    assert.deepEqual([toOthers.status, toOthers.body.errors[0].code], [403, 'subscription_others']);
    const paused = await owner.patch(made.path, 'report_subscriptions', { paused: true }, ifMatch);
    assert.deepEqual(
      [paused.body.data.attributes.pause, paused.body.data.attributes.nextAt],
      ['paused', null],
    );
    await client.delete(`/organizations/${workspace.id}/members/${owner.userId}`);
    const [left] = (await client.get(`${path}/subscriptions`)).body.data;
    assert.equal(left.attributes.pause, 'owner_left');
    const taken = await client.patch(
      made.path,
      'report_subscriptions',
      { paused: false },
      { 'if-match': String(left.attributes.version) },
    );
    assert.equal(taken.status, 200, taken.text);
    assert.equal(taken.body.data.attributes.pause, null);
  });

  test('can be looked at first, in a mail to oneself', async () => {
    const { name, path } = await givenReport();
    const asked = { zone: 'UTC', filters: '', attachPdf: false };
    const sent = await client.post(`${path}/test-mails`, 'report_test_mails', asked);
    assert.equal(sent.status, 204, sent.text);
    const [mail] = await mailsAbout(name);
    assert.equal(mail!.to?.[0]?.address, client.email);
    assert.doesNotMatch(mail!.text!, /unsubscribe/i);
    fault.afterMails(0);
    const failed = await client.post(`${path}/test-mails`, 'report_test_mails', asked);
    fault.end();
    assert.deepEqual([failed.status, failed.body.errors[0].code], [409, 'report_mail_failed']);
  });
});
