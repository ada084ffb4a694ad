import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import PostalMime from 'postal-mime';
import { startMailServer } from '../../../../test-support/mail-server.ts';
import { settled } from '@headwater/base/testing/settled';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';

const SITE = 'https://bi.example.com';
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const FORM = 'application/x-www-form-urlencoded';
const own = { origin: SITE };

const server = await startMailServer();
const api = await TestApi.open({
  environment: { SMTP_URL: server.url, PUBLIC_URL: SITE, TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '1' },
});
const address = await api.server.listen({ host: '127.0.0.1', port: 0 });
after(async () => {
  await api.close();
  await server.close();
});

let admin: Client;
let report: string;
before(async () => {
  admin = await api.person();
  const { body } = await admin.post('/organizations', 'organizations', { name: 'Finch Outdoor' }, own);
  const layout = { x: 0, y: 0, w: 6, h: 6 };
  const content = { cards: [{ kind: 'text', id: 'a', title: 'Hello', text: 'Hello', layout }], filters: [] };
  const reports = `/organizations/${body.data.id}/reports`;
  const made = await admin.post(reports, 'reports', { name: 'Orders', content }, own);
  assert.equal(made.status, 201, made.text);
  report = `${reports}/${made.body.data.id}`;
});

const recipients = async () =>
  (await admin.get(`${report}/subscriptions`)).body.data.map(
    ({ attributes }: { attributes: { memberIds: string[] } }) => attributes.memberIds.length,
  );
const recorded = () =>
  api.sql(`select actor_id from audit_events where action = 'report_subscription.unsubscribe'`);

/** Subscribes again, and returns the path in the header of the mail that comes. */
async function pathInMail(): Promise<string> {
  for (const { id } of (await admin.get(`${report}/subscriptions`)).body.data)
    await admin.delete(`${report}/subscriptions/${id}`, own);
  const choices = {
    ...{ schedule: { days: [0, 1, 2, 3, 4, 5, 6], time: '08:00' }, zone: 'UTC', filters: '' },
    ...{ onlyFresh: true, skipEmpty: false, skipUnchanged: false, attachPdf: false },
  };
  const { body, text } = await admin.post(`${report}/subscriptions`, 'report_subscriptions', choices, own);
  const { length } = server.mails;
  await api.sql(`update report_subscriptions set next_at = now() - interval '1 minute' where id = $1`, [
    body.data?.id ?? text,
  ]);
  api.services.deliveryClock.wake();
  const mails = await settled(
    async () => server.mails,
    (all) => all.length > length,
  );
  const { headers } = await PostalMime.parse(mails.at(-1)!);
  const valueOf = (name: string) => headers.find(({ key }) => key === name)?.value;
  assert.equal(valueOf('list-unsubscribe-post'), ONE_CLICK);
  const [, url = ''] = /^<(.+)>$/.exec(valueOf('list-unsubscribe') ?? '') ?? [];
  assert.ok(url.startsWith(`${SITE}/api/report-unsubscriptions/org_`), url);
  return url.slice(SITE.length);
}

/** Sends what a mail provider sends: no cookie, no Origin, and no redirect is followed. */
const click = (path: string, body: string | FormData = ONE_CLICK, headers: Record<string, string> = {}) =>
  fetch(`${address}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...(typeof body === 'string' && { 'content-type': FORM }), ...headers },
    body,
  });

describe('the header of a mail', () => {
  test('unsubscribes its reader with one request, which can be repeated', async () => {
    const path = await pathInMail();
    assert.deepEqual(await recipients(), [1]);
    const before = (await recorded()).length;
    for (let time = 0; time < 2; time += 1) {
      const response = await click(path);
      assert.equal(response.status, 204, await response.text());
      assert.equal(response.headers.get('set-cookie'), null);
    }
    assert.deepEqual(await recipients(), [0]);
    assert.deepEqual((await recorded()).slice(before), [{ actor_id: admin.userId }]);
  });

  test('takes both kinds of forms that mail providers send, whatever else the request has', async () => {
    const path = await pathInMail();
    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    assert.equal((await click(path, multipart)).status, 204);
    assert.deepEqual(await recipients(), [0]);
    const foreign = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site', cookie: admin.cookie! };
    const type = { 'content-type': `${FORM}; charset=UTF-8` };
    assert.equal((await click(path, ONE_CLICK, { ...foreign, ...type })).status, 204);
  });

  test('does nothing when it is only opened, which shows the page', async () => {
    const path = await pathInMail();
    const { status, headers } = await fetch(`${address}${path}`, { redirect: 'manual' });
    assert.deepEqual([status, headers.get('location')], [303, `/unsubscribe/${path.split('/').at(-1)}`]);
    assert.equal((await fetch(`${address}${path}`, { method: 'HEAD' })).status, 404);
    assert.deepEqual(await recipients(), [1]);
  });

  test('is refused for anything but the form, and for a link that we have not signed', async () => {
    const path = await pathInMail();
    const json = { 'content-type': 'application/json' };
    assert.equal((await click(path, '{"List-Unsubscribe":"One-Click"}', json)).status, 415);
    for (const body of ['', 'List-Unsubscribe=Yes', 'no form at all'])
      assert.equal((await click(path, body)).status, 422, body);
    assert.equal((await click(path, 'x', { 'content-type': 'multipart/form-data' })).status, 422);
    const other = path.replace(/usr_\w+/, `usr_${'0'.repeat(26)}`);
    const refused = await click(other);
    const { errors } = (await refused.json()) as { errors: { code: string }[] };
    assert.deepEqual([refused.status, errors[0]!.code], [404, 'unsubscribe_link_invalid']);
    assert.deepEqual(await recipients(), [1]);
  });

  test('is limited like the page', async () => {
    const statuses = new Set<number>();
    for (let time = 0; time < 70; time += 1)
      statuses.add((await click('/api/report-unsubscriptions/guessed')).status);
    assert.deepEqual([...statuses], [404, 429]);
  });
});
