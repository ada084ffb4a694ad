import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { settled } from '@headwater/base/testing/settled';
import type { AlertState } from '@headwater/shared/contract';
import { testEveryPair } from '../../../../test-support/every-pair.ts';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';
import { newId } from '../../../platform/database/ids.ts';
import { workspaceTransaction, type WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { reportOfOrders } from '../reports/testing/report-of-orders.ts';
import { ALERT } from './alert.states.ts';
import { findAlert, noteVerdict, takeDueAlert, updateAlert, wakeAlerts } from './alerts.repository.ts';
import { evaluateAlert } from './evaluate-alert.ts';

const api = await TestApi.open();
after(api.close);

let workspace: Awaited<ReturnType<typeof api.workspace>>;
let client: Client;
let reportId: string;
before(async () => {
  // Here, the tests are the processes.
  await api.services.alertClock.close();
  workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  client = journey.client;
  ({ reportId } = await reportOfOrders(journey, workspace.id, 3));
});

beforeEach(() => api.sql('delete from report_alerts'));

const inWorkspace = <T>(work: (db: WorkspaceDb) => Promise<T>) =>
  workspaceTransaction(api.database, workspace.id, work);
const RULE = { operator: 'above', value: 2, times: 1, clear: null, quietHours: 0 } as const;
async function given(state: AlertState, ownerId: string, due = `now() + interval '1 hour'`): Promise<string> {
  const id = newId('alt');
  await api.sql(
    `insert into report_alerts (workspace_id, id, report_id, card_id, owner_id, owner_name, measure, rule, filters, state, due_at)
     values ($1, $2, $3, 'n', $4, 'Somebody', 'rows', $5, '', $6, ${due})`,
    [workspace.id, id, reportId, ownerId, RULE, state],
  );
  return id;
}
const read = async (id: unknown) =>
  (await api.sql<Record<string, unknown>>('select * from report_alerts where id = $1', [id]))[0];

/** What makes an alert a paused one. */
const PAUSES = {
  'by somebody': (id: string) => api.sql('update report_alerts set paused_at = now() where id = $1', [id]),
  'as its owner has left': (id: string) =>
    api.sql('update report_alerts set owner_id = null where id = $1', [id]),
};

for (const [why, pause] of Object.entries(PAUSES)) {
  const alert = async (id: unknown) => (await inWorkspace((db) => findAlert(db, String(id))))!;
  const look =
    (state: AlertState) =>
    async ({ id }: { id?: unknown }) => {
      const row = await alert(id);
      const known = { holds: 1, pin: 'new', wasTriggered: true, toldAt: 0, reason: null };
      const verdict = { ...known, state, hasChanged: true, isTold: true };
      await inWorkspace((db) => noteVerdict(db, row, verdict, '3'));
    };
  testEveryPair(`an alert (paused ${why})`, ALERT, {
    put: async (state) => {
      const id = await given(state === 'paused' ? 'triggered' : state, client.userId);
      if (state === 'paused') await pause(id);
      return { id };
    },
    happen: {
      found_ok: look('ok'),
      found_triggered: look('triggered'),
      found_unknown: look('unknown'),
      changed: async ({ id }) => {
        const row = await alert(id);
        const owner = { id: row.owner_id, name: row.owner_name };
        const change = { rule: RULE, isPaused: row.paused_at !== null, owner };
        await inWorkspace((db) => updateAlert(db, row, change));
      },
    },
    read: async ({ id }) => ({
      ...(await read(id)),
      events: await api.sql('select * from report_alert_events where alert_id = $1', [id]),
    }),
  });
}

test('an alert whose owner leaves during a look has found nothing, and tells nobody', async () => {
  const owner = await workspace.member('editor');
  const id = await given('ok', owner.userId, 'now()');
  const taken = (await takeDueAlert(api.database))!;
  assert.equal(taken.id, id);
  let look: Promise<void>;
  await inWorkspace(async (db) => {
    await sql`select from report_alerts where id = ${id} for update`.execute(db);
    look = evaluateAlert(api.services, taken);
    await settled(
      () =>
        api.sql(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'update "report_alerts"%'`,
        ),
      ({ length }) => length > 0,
    );
    await sql`delete from memberships where workspace_id = ${workspace.id} and user_id = ${owner.userId}`.execute(
      db,
    );
  });
  await look!;
  const { state, looked_at } = (await read(id))!;
  assert.deepEqual([state, looked_at], ['ok', null]);
  assert.deepEqual(await api.sql('select * from report_alert_events where alert_id = $1', [id]), []);
});

test('an alert is looked at once more if a run ends during a look', async () => {
  const id = await given('ok', client.userId, 'now()');
  const taken = (await takeDueAlert(api.database))!;
  assert.equal(taken.id, id);
  await inWorkspace(wakeAlerts);
  await evaluateAlert(api.services, taken);
  assert.equal((await read(id))!.state, 'triggered');
  assert.equal((await takeDueAlert(api.database))?.id, id);
});
