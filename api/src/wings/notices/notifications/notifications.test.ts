import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, describe, test } from 'node:test';
import type { ChannelResource, DeliveryResource } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { givenConnection } from '../../../../test-support/source-fixtures.ts';
import { TestApi, type TestWorkspace } from '../../../../test-support/test-api.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import type { ConnectionNotification } from '../../hooks.ts';
import { noticeExpiringTokens } from '../../programs/service-accounts/index.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

let status = 200;
const received: Received[] = [];
const receiver = createServer((request, response) => {
  void textOf(request).then((text) => {
    received.push({ headers: request.headers, text });
    response.writeHead(status).end();
  });
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/services/T0123456789/secret-part`;

const api = await TestApi.open({ withMail: true });
after(async () => {
  await api.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  status = 200;
  received.length = 0;
});

const base = ({ id }: TestWorkspace) => `/organizations/${id}`;
async function addChannel(workspace: TestWorkspace, attributes: object) {
  const response = await workspace.admin.post(
    `${base(workspace)}/notification-channels`,
    'notification_channels',
    { name: 'Alerts', ...attributes },
  );
  assert.equal(response.status, 201, response.text);
  const { channelId, secret } = response.body.data.attributes as { channelId: string; secret: string };
  return { channelId, secret, path: `${base(workspace)}/notification-channels/${channelId}` };
}
const deliveriesOf = async (workspace: TestWorkspace): Promise<DeliveryResource[]> =>
  (await workspace.admin.get(`${base(workspace)}/notification-deliveries`)).body.data;
const channelOf = async (workspace: TestWorkspace): Promise<ChannelResource> =>
  (await workspace.admin.get(`${base(workspace)}/notification-channels`)).body.data[0];
const happen = (
  workspace: TestWorkspace,
  sourceConnectionId: string,
  kind: ConnectionNotification['kind'],
  details: Record<string, string | number> = {},
) =>
  workspaceTransaction(api.database, workspace.id, (db) =>
    api.services.hooks.within('onNotification', db, { kind, sourceConnectionId, runId: null, details }),
  );

describe('a webhook', () => {
  test('gets what happened, signed with the secret that was shown once', async () => {
    const workspace = await api.workspace('Signed');
    const connection = await givenConnection(api, workspace.id);
    const { secret } = await addChannel(workspace, { kind: 'webhook', url, triggers: ['late'] });
    await happen(workspace, connection, 'source_connection.late', { lateSince: '2026-01-01T00:00:00Z' });
    await happen(workspace, connection, 'sync_run.recover', { failures: 0 });
    const [delivery, ...more] = await settled(
      () => deliveriesOf(workspace),
      (all) => all[0]?.attributes.state === 'delivered',
    );
    assert.deepEqual(more, [], 'other triggers are not told');
    const { trigger, attempts, status: answer } = delivery!.attributes;
    assert.deepEqual([trigger, attempts, answer], ['late', 1, 200]);
    assert.equal(received.length, 1);
    const [{ headers, text }] = received as [Received];
    assert.equal(headers['webhook-id'], delivery!.id);
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signed = `${delivery!.id}.${String(headers['webhook-timestamp'])}.${text}`;
    assert.equal(
      headers['webhook-signature'],
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
    const body = JSON.parse(text);
    assert.equal(body.type, 'late');
    assert.equal(body.data.subject.id, connection);
    assert.match(body.data.url, new RegExp(`/w/${workspace.id}/source-connections/${connection}$`));
  });

  test('keeps its URL and secret to itself', async () => {
    const workspace = await api.workspace('Hidden');
    const { secret, path } = await addChannel(workspace, { kind: 'webhook', url, triggers: [] });
    const { text } = await workspace.admin.get(`${base(workspace)}/notification-channels`);
    assert.ok(!text.includes('secret-part') && !text.includes(secret));
    assert.match((await channelOf(workspace)).attributes.urlHint!, /^127\.0\.0\.1:\d+\/service…$/);
    const rows = await api.sql<{ text: string }>(
      'select notification_channels::text as text from notification_channels',
    );
    assert.ok(rows.every((row) => !row.text.includes('secret-part')));
    const replaced = await workspace.admin.post(`${path}/secrets`, 'notification_secrets', {});
    assert.notEqual(replaced.body.data.attributes.secret, secret);
    const tested = await workspace.admin.post(`${path}/tests`, 'notification_tests', {});
    assert.equal(tested.body.data.attributes.state, 'delivered', 'the URL stays');
  });

  test('that fails for a day is tried again with growing pauses, and then paused, which admins are told', async () => {
    const workspace = await api.workspace('Failing');
    const connection = await givenConnection(api, workspace.id);
    const { path } = await addChannel(workspace, { kind: 'webhook', url, triggers: ['late'] });
    status = 500;
    await happen(workspace, connection, 'source_connection.late');
    const [first] = await settled(
      () => deliveriesOf(workspace),
      (all) => all[0]?.attributes.attempts === 1,
    );
    assert.deepEqual([first!.attributes.state, first!.attributes.status], ['retrying', 500]);
    assert.ok(Date.parse(first!.attributes.nextAt!) > Date.now());
    // The pauses between the attempts are left out.
    for (let attempt = 2; attempt <= 7; attempt += 1)
      await api.services.webhooks.attempt(workspace.id, first!.id);
    const [last] = await deliveriesOf(workspace);
    assert.deepEqual(
      [last!.attributes.state, last!.attributes.attempts, last!.attributes.nextAt],
      ['failed', 7, null],
    );
    await api.services.webhooks.attempt(workspace.id, first!.id);
    assert.equal(received.length, 7, 'no attempt after the last');
    assert.equal((await channelOf(workspace)).attributes.pause?.code, 'failing');
    await api.mailbox.next('webhook_paused', workspace.admin.email);
    await happen(workspace, connection, 'source_connection.late');
    assert.equal((await deliveriesOf(workspace))[0]!.attributes.fault, 'paused');
    const { version } = (await channelOf(workspace)).attributes;
    const resumed = await workspace.admin.patch(
      path,
      'notification_channels',
      { paused: false },
      { 'if-match': String(version) },
    );
    assert.equal(resumed.status, 200, resumed.text);
    status = 200;
    await happen(workspace, connection, 'source_connection.late');
    await settled(
      () => deliveriesOf(workspace),
      (all) => all[0]?.attributes.state === 'delivered',
    );
  });

  test('is tested at once, and the response has the receiver’s status', async () => {
    const workspace = await api.workspace('Tested');
    const { path } = await addChannel(workspace, { kind: 'webhook', url, triggers: [] });
    status = 418;
    const { status: answer, body } = await workspace.admin.post(`${path}/tests`, 'notification_tests', {});
    assert.equal(answer, 201);
    const { state, status: theirs, fault, attempts } = body.data.attributes;
    assert.deepEqual([state, theirs, fault, attempts], ['failed', 418, 'rejected', 1]);
    assert.equal(JSON.parse(received[0]!.text).type, 'test');
  });

  for (const [what, bad, code] of [
    ['over plain http', 'http://example.com/hook', 'webhook_url_invalid'],
    ['with a password', 'https://a:b@example.com/', 'webhook_url_invalid'],
    ['that is none', 'javascript:alert(1)', 'webhook_url_invalid'],
    ['of a cloud’s metadata', 'https://169.254.169.254/latest', 'webhook_address_denied'],
    ['of nobody', 'https://nowhere.invalid/', 'webhook_host_not_found'],
  ] as const)
    test(`refuses a URL ${what}`, async () => {
      const { id, admin } = await api.workspace('Refused');
      const response = await admin.post(
        `/organizations/${id}/notification-channels`,
        'notification_channels',
        {
          ...{ kind: 'webhook', name: 'Alerts', triggers: [] },
          url: bad,
        },
      );
      assert.equal(response.status, 422);
      assert.equal(response.body.errors[0].code, code);
    });
});

describe('email', () => {
  test('goes to members in their language, and to other addresses, once for each failure after a success', async () => {
    const workspace = await api.workspace('Mailed');
    const connection = await givenConnection(api, workspace.id);
    const german = await workspace.member('reader');
    await api.sql(`update users set language = 'de' where id = $1`, [german.userId]);
    await addChannel(workspace, {
      kind: 'email',
      triggers: ['sync_failed', 'sync_keeps_failing'],
      memberIds: [german.userId],
      addresses: ['team@example.com'],
    });
    for (let failures = 1; failures <= 3; failures += 1)
      await happen(workspace, connection, 'sync_run.fail', { failures });
    const mails = await settled(
      async () => (await api.mailbox.rest()).filter(({ text }) => text.includes('Mailed')),
      (all) => all.length >= 2,
    );
    assert.deepEqual(
      mails.map(({ to, subject }) => [to, subject]).toSorted(),
      [
        [german.email, 'Eine Synchronisierung ist fehlgeschlagen'],
        ['team@example.com', 'A sync has failed'],
      ].toSorted(),
    );
    const deliveries = await deliveriesOf(workspace);
    assert.equal(deliveries.length, 1, 'a failure after a failure is no news');
    assert.deepEqual([deliveries[0]!.attributes.state, deliveries[0]!.attributes.recipients], ['emailed', 2]);
    await happen(workspace, connection, 'source_connection.keeps_failing', { failures: 4 });
    assert.equal((await deliveriesOf(workspace))[0]!.attributes.trigger, 'sync_keeps_failing');
  });

  test('is limited within an hour, no one who left gets it, and a name can’t break it', async () => {
    const workspace = await api.workspace('Limited');
    const connection = await givenConnection(api, workspace.id);
    await api.sql(`update all_source_connections set name = E'Shop\\r\\nBcc: x' where id = $1`, [connection]);
    const leaver = await workspace.member('editor');
    await addChannel(workspace, { kind: 'email', triggers: ['late'], memberIds: [leaver.userId] });
    await happen(workspace, connection, 'source_connection.late', { lateSince: '2026-01-01T00:00:00Z' });
    assert.equal((await deliveriesOf(workspace))[0]!.attributes.state, 'emailed');
    await api.sql(
      `insert into notification_deliveries (workspace_id, id, channel_id, trigger, subject, state)
       select workspace_id, 'ntd_' || number, channel_id, trigger, subject, state
       from notification_deliveries, generate_series(1, 29) as number where workspace_id = $1`,
      [workspace.id],
    );
    await happen(workspace, connection, 'source_connection.late', { lateSince: '2026-01-01T00:00:00Z' });
    assert.equal((await deliveriesOf(workspace))[0]!.attributes.fault, 'too_many');
    await api.sql('delete from notification_deliveries where workspace_id = $1', [workspace.id]);
    await api.sql('delete from memberships where user_id = $1', [leaver.userId]);
    await happen(workspace, connection, 'source_connection.late', { lateSince: '2026-01-01T00:00:00Z' });
    assert.equal((await deliveriesOf(workspace))[0]!.attributes.fault, 'no_recipients');
  });
});

test('a mail has the clock of the workspace, and a webhook moments that any program reads', async () => {
  const workspace = await api.workspace('Elsewhere');
  const connection = await givenConnection(api, workspace.id);
  await api.sql(`update organizations set time_zone = 'Asia/Kathmandu' where id = $1`, [workspace.id]);
  await addChannel(workspace, { kind: 'email', triggers: ['late'], addresses: ['team@example.com'] });
  await addChannel(workspace, { ...{ kind: 'webhook', name: 'Hook' }, url, triggers: ['late'] });
  await happen(workspace, connection, 'source_connection.late', { lateSince: '2026-01-01T20:00:00Z' });
  const [mail] = await settled(
    async () => (await api.mailbox.rest()).filter(({ text }) => text.includes('Elsewhere')),
    (all) => all.length > 0,
  );
  assert.match(mail!.text, /since January 2, 2026, 01:45 \(Asia\/Kathmandu\)\./);
  await settled(
    async () => received.length,
    (length) => length > 0,
  );
  assert.equal(JSON.parse(received[0]!.text).data.details.lateSince, '2026-01-01T20:00:00Z');
});

test('a token that expires soon is told once for each of 14, 7, and 1 days, unless another one outlives it', async () => {
  const workspace = await api.workspace('Tokens');
  await addChannel(workspace, { kind: 'webhook', url, triggers: ['token_expiring'] });
  const made = await workspace.admin.post(`${base(workspace)}/service-accounts`, 'service_accounts', {
    ...{ name: 'metabase', description: '', scope: null, days: 90 },
  });
  const { serviceAccountId } = made.body.data.attributes;
  const leave = async (days: number) => {
    await api.sql(
      `update service_account_tokens set expires_at = now() + make_interval(days => $1) - interval '1 minute',
         created_at = now() - interval '80 days' where id = $2`,
      [days, made.body.data.id],
    );
    await noticeExpiringTokens(api.services);
    return (await deliveriesOf(workspace)).length;
  };
  assert.equal(await leave(20), 0);
  assert.equal(await leave(14), 1);
  assert.equal(await leave(13), 1);
  assert.equal(await leave(7), 2);
  const other = await workspace.admin.post(
    `${base(workspace)}/service-accounts/${serviceAccountId}/tokens`,
    'service_account_tokens',
    { days: 90 },
  );
  assert.equal(await leave(1), 2);
  await workspace.admin.delete(
    `${base(workspace)}/service-accounts/${serviceAccountId}/tokens/${other.body.data.id}`,
  );
  assert.equal(await leave(1), 3);
  assert.equal((await deliveriesOf(workspace))[0]!.attributes.subject, 'metabase');
});
