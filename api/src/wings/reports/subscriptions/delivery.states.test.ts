import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import PostalMime from 'postal-mime';
import { testEveryPair } from '../../../../test-support/every-pair.ts';
import { startMailServer } from '../../../../test-support/mail-server.ts';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';
import { newId } from '../../../platform/database/ids.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { LeaseLost } from '../../../platform/jobs/leased-work.ts';
import { reportOfOrders } from '../reports/testing/report-of-orders.ts';
import { deliver } from './deliverer.ts';
import { holdDelivery, noteOutcome, wakeWaiting, type Outcome } from './deliveries.repository.ts';
import { REPORT_DELIVERY } from './delivery.states.ts';
import { takeDueDelivery } from './due-deliveries.ts';
import { MailFault } from './testing/mail-fault.ts';

const fault = new MailFault();
const server = await startMailServer({ onMailFrom: fault.answer });
const api = await TestApi.open({ environment: { SMTP_URL: server.url } });
after(async () => {
  await api.close();
  await server.close();
});

let workspace: Awaited<ReturnType<typeof api.workspace>>;
let client: Client;
let report: string;
let tableId: string;
before(async () => {
  // Here, the tests are the processes.
  await api.services.deliveryClock.close();
  workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  client = journey.client;
  const made = await reportOfOrders(journey, workspace.id, 2);
  tableId = made.tableId;
  report = `/organizations/${workspace.id}/reports/${made.reportId}`;
});

const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
  workspaceTransaction(api.database, workspace.id, work);
const CHOICES = {
  ...{ schedule: { days: [0], time: '08:00' }, zone: 'UTC', filters: '', onlyFresh: true, skipEmpty: false },
  ...{ skipUnchanged: true, attachPdf: false },
};
async function subscribe(...readers: Client[]): Promise<string> {
  const memberIds = readers.map(({ userId }) => userId);
  const made = await client.post(`${report}/subscriptions`, 'report_subscriptions', {
    ...CHOICES,
    memberIds,
  });
  assert.equal(made.status, 201, made.text);
  return made.body.data.id;
}
async function given(
  subscription: string,
  state: string,
  due = `now() - interval '1 second'`,
): Promise<string> {
  const id = newId('rdl');
  await api.sql(
    `insert into report_deliveries (workspace_id, id, subscription_id, occurrence, cause, state, due_at, wait_until)
     values ($1, $2, $3, $2, 'schedule', $4, ${due}, now() + interval '1 hour')`,
    [workspace.id, id, subscription, state],
  );
  return id;
}
const read = async (id: unknown) =>
  (await api.sql<Record<string, unknown>>('select * from report_deliveries where id = $1', [id]))[0];
const take = async () => (await takeDueDelivery(api.database))!;
const isLost = (error: unknown) => assert.ok(error instanceof LeaseLost, String(error));

describe('every event in every state', () => {
  let subscription: string;
  before(async () => {
    subscription = await subscribe(client);
  });
  const taken = async (id: unknown) => {
    const [row] = await api.sql<{ lease: string }>(
      'select due_at::text as lease from report_deliveries where id = $1',
      [id],
    );
    return { workspaceId: workspace.id, id: String(id), lease: row!.lease };
  };
  const unlessLost = (work: Promise<void>) => work.catch(isLost);
  const note = (outcome: Outcome) => async (row: Record<string, unknown>) => {
    const mine = await taken(row.id);
    await unlessLost(inWorkspace((db) => noteOutcome(db, mine, outcome)));
  };
  testEveryPair('a delivery of a report', REPORT_DELIVERY, {
    put: async (state) => ({ id: await given(subscription, state, `now() + interval '1 minute'`) }),
    happen: {
      held: async ({ id }) => {
        const mine = await taken(id);
        await unlessLost(inWorkspace((db) => holdDelivery(db, mine, 'pins')));
      },
      woken: () => inWorkspace(wakeWaiting),
      postponed: note({ event: 'postponed', fault: 'stale', againIn: 5 }),
      fault: note({ event: 'fault', fault: 'mail_failed', againIn: 1 }),
      sent: note({ event: 'sent', pins: 'pins' }),
      skipped: note({ event: 'skipped', fault: 'empty' }),
      failed: note({ event: 'failed', fault: 'mail_refused' }),
    },
    read: ({ id }) => read(id),
  });
  after(() => api.sql('delete from report_deliveries'));
});

describe('a delivery that two processes work on', () => {
  let readers: Client[];
  before(async () => {
    const all = [await workspace.member('reader'), await workspace.member('reader')];
    readers = all.toSorted((a, b) => (a.email < b.email ? -1 : 1));
  });
  const mailed = async () => {
    const mails = await Promise.all(server.mails.map((bytes) => PostalMime.parse(bytes)));
    return mails.slice(seen).map(({ to }) => readers.findIndex(({ email }) => email === to?.[0]?.address));
  };
  let seen = 0;
  const begin = async (state: string) => {
    seen = server.mails.length;
    const subscription = await subscribe(...readers);
    return { id: await given(subscription, state), subscription };
  };

  test('reaches each reader once, although a run ends while it is sent', async () => {
    const { id } = await begin('waiting');
    fault.duringNextMail(async () => {
      await inWorkspace(wakeWaiting);
      const again = await takeDueDelivery(api.database);
      if (again) await deliver(api.services, again);
    });
    await deliver(api.services, await take());
    assert.deepEqual(await mailed(), [0, 1]);
    assert.equal((await read(id))!.state, 'sent');
  });

  test('stays sent, whatever the slower one learns afterwards', async () => {
    const { id } = await begin('due');
    const slow = await take();
    fault.duringNextMail(async () => {
      await api.sql('update report_deliveries set due_at = now() where id = $1', [id]);
      await deliver(api.services, await take());
      fault.afterMails(0);
    });
    await assert.rejects(deliver(api.services, slow), LeaseLost);
    fault.end();
    assert.deepEqual(await mailed(), [0, 1]);
    const { state, attempts, ended_at } = (await read(id))!;
    assert.deepEqual([state, attempts, ended_at === null], ['sent', 0, false]);
  });

  test('is what was sent last, also if the one that sent it could not store that', async () => {
    const { id, subscription } = await begin('due');
    const first = await take();
    fault.duringNextMail(async () => {
      fault.duringNextMail(() => api.sql('update report_deliveries set due_at = now() where id = $1', [id]));
    });
    await assert.rejects(deliver(api.services, first), LeaseLost);
    await deliver(api.services, await take());
    assert.equal((await read(id))!.state, 'sent');
    const next = await given(subscription, 'due');
    await deliver(api.services, await take());
    const { state, fault: reason } = (await read(next))!;
    assert.deepEqual([state, reason], ['skipped', 'unchanged']);
    assert.deepEqual(await mailed(), [0, 1]);
  });

  test('that only says what is late is tried again while the mail server is away, too', async () => {
    const { id } = await begin('waiting');
    await api.sql(`update tables set stale = true where id = $1`, [tableId]);
    await api.sql(`update report_deliveries set wait_until = now() where id = $1`, [id]);
    fault.afterMails(0);
    await deliver(api.services, await take());
    fault.end();
    assert.equal((await read(id))!.state, 'retrying');
    await api.sql(`update report_deliveries set due_at = now() where id = $1`, [id]);
    await deliver(api.services, await take());
    assert.equal((await read(id))!.state, 'skipped');
    assert.deepEqual(await mailed(), [0, 1]);
    await api.sql(`update tables set stale = false where id = $1`, [tableId]);
  });

  test('that only said what is late has sent no report, also if the one that said so could not store that', async () => {
    const { id, subscription } = await begin('waiting');
    await api.sql(`update tables set stale = true where id = $1`, [tableId]);
    await api.sql(`update report_deliveries set wait_until = now() where id = $1`, [id]);
    fault.duringNextMail(async () => {
      fault.duringNextMail(() => api.sql('update report_deliveries set due_at = now() where id = $1', [id]));
    });
    await assert.rejects(deliver(api.services, await take()), LeaseLost);
    await deliver(api.services, await take());
    const { state, fault: reason } = (await read(id))!;
    assert.deepEqual([state, reason], ['skipped', 'stale']);
    await api.sql(`update tables set stale = false where id = $1`, [tableId]);
    const next = await given(subscription, 'due');
    await deliver(api.services, await take());
    assert.equal((await read(next))!.state, 'sent');
    assert.deepEqual(await mailed(), [0, 1, 0, 1]);
  });

  test('does not go to someone who leaves while it is computed', async () => {
    const { id } = await begin('due');
    const [, gone] = readers;
    fault.duringNextMail(() => client.delete(`/organizations/${workspace.id}/members/${gone!.userId}`));
    await deliver(api.services, await take());
    assert.deepEqual(await mailed(), [0]);
    assert.equal((await read(id))!.state, 'sent');
  });
});
