import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { PASSWORD, personWithPassword } from '../../../../test-support/person-with-password.ts';
import { operate } from '../../../../test-support/operator.ts';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';
import { superuserCommands } from '../../../cli/superuser.command.ts';

interface Event {
  readonly action: string;
  readonly outcome: string;
  readonly workspace_id: string | null;
  readonly subject_id: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly details: Record<string, unknown>;
}

const api = await TestApi.open();
after(api.close);

/** Returns the audit events of a user, oldest first. */
const trailOf = ({ userId }: Client) =>
  api.sql<Event & { text: string }>(
    `select audit_events.*, audit_events::text as text from audit_events where actor_id = $1 order by at, action`,
    [userId],
  );
const idIn = (path: string) => path.split('/').at(-1)!;

describe('the audit records', () => {
  test('what a user does with sources and runs, each with its subject', async () => {
    const { id, admin } = await api.workspace('Sources');
    const journey = new SourceJourney({ id, admin });
    const source = await journey.connectFiles({ 'n.csv': 'a,b\n1,2\n' });
    const { version } = await journey.attributesOf(source);
    const renamed = await admin.patch(
      source,
      'source_connections',
      { name: 'Renamed' },
      { 'if-match': version },
    );
    assert.equal(renamed.status, 200, renamed.text);
    const run = await journey.begin(source);
    await journey.runIn(run, 'succeeded');
    const late = await admin.post(`${run}/cancellations`, 'sync_run_cancellations');
    assert.equal(late.status, 409, 'a failure is not recorded as a success');
    await api.sql(`update sync_runs set state = 'queued', ended_at = null where id = $1`, [idIn(run)]);
    const canceled = await admin.post(`${run}/cancellations`, 'sync_run_cancellations');
    assert.equal(canceled.status, 202, canceled.text);
    assert.equal((await admin.delete(source)).status, 204);
    const trail = await trailOf(admin);
    const [file] = await api.sql<{ id: string }>('select id from uploads where workspace_id = $1', [id]);
    assert.deepEqual(
      trail.map(({ action, outcome, subject_id }) => [action, outcome, subject_id]),
      [
        ['workspace.create', 'success', null],
        ['upload.create', 'success', file!.id],
        ['source_connection.create', 'success', idIn(source)],
        ['source_connection.update', 'success', idIn(source)],
        ['sync_run.start', 'success', idIn(run)],
        ['sync_run.cancel', 'success', idIn(run)],
        ['source_connection.delete', 'success', idIn(source)],
      ],
    );
    for (const { workspace_id, address, request_id } of trail) {
      assert.deepEqual([workspace_id, address], [id, '127.0.0.1']);
      assert.match(request_id!, /^req_/);
    }
    assert.deepEqual(trail.at(-1)!.details, { name: 'Renamed', tables: 'deleted' });
  });

  test('the sample shop as a connection, its run, and its reports', async () => {
    const { id, admin } = await api.workspace('Samples');
    const response = await admin.post(`/organizations/${id}/sample-data`, 'sample_data');
    assert.equal(response.status, 202, response.text);
    assert.deepEqual(
      (await trailOf(admin)).map(({ action, workspace_id }) => [action, workspace_id]),
      [
        ...['workspace.create', 'report.create', 'report.create'],
        ...['source_connection.create', 'sync_run.start'],
      ].map((action) => [action, id]),
    );
  });

  test('what a role does not allow', async () => {
    const { id, member } = await api.workspace('Denials');
    const reader = await member('reader');
    const response = await reader.post(`/organizations/${id}/sample-data`, 'sample_data', {});
    assert.equal(response.status, 403);
    const [denial] = await settled(
      () => trailOf(reader),
      (trail) => trail.length > 0,
    );
    assert.deepEqual(
      [denial!.action, denial!.outcome, denial!.workspace_id],
      ['permission.deny', 'denied', id],
    );
    assert.deepEqual(denial!.details, { method: 'POST', path: '/organizations/:organizationId/sample-data' });
    assert.equal(denial!.request_id, response.body.meta.requestId);
  });

  test('attempts to enter the superuser area, up to a limit, without changing the response', async (t) => {
    const limited = await TestApi.open({ environment: { RATE_LIMIT_FACTOR: '0.005' } });
    t.after(limited.close);
    const person = await limited.person();
    const statuses = [];
    for (let call = 0; call < 6; call += 1)
      statuses.push((await person.get('/superuser/users?filter[q]=boss')).status);
    assert.deepEqual(statuses, Array(6).fill(404));
    const denials = () =>
      limited.sql<Event>(`select * from audit_events where action = 'permission.deny' and actor_id = $1`, [
        person.userId,
      ]);
    const [denial, ...more] = await settled(denials, (found) => found.length === 3);
    assert.deepEqual(denial!.details, { method: 'GET', path: '/superuser/users' });
    assert.equal(more.length, 2);
  });

  test('what a superuser reads and searches for', async () => {
    const boss = await api.person({ isSuperuser: true });
    assert.equal((await boss.get('/superuser/organizations')).status, 200);
    assert.equal((await boss.get('/superuser/users?filter[q]=ann')).status, 200);
    assert.deepEqual(
      (await trailOf(boss)).map(({ action, details }) => [action, details]),
      [
        ['superuser.list', { list: 'organizations' }],
        ['superuser.list', { list: 'users', search: 'ann' }],
      ],
    );
  });

  test('whom the operator makes a superuser, and whose superuser role ends', async () => {
    const person = await api.person();
    await operate(api, superuserCommands, 'superuser', 'grant', person.email.toUpperCase());
    await operate(api, superuserCommands, 'superuser', 'revoke', person.email);
    const events = await api.sql<Event>(
      'select action, actor_id, address from audit_events where subject_id = $1 order by at',
      [person.userId],
    );
    assert.deepEqual(events, [
      { action: 'superuser.grant', actor_id: null, address: null },
      { action: 'superuser.revoke', actor_id: null, address: null },
    ]);
  });

  test('what happens to an account, but never a password', async () => {
    const person = await personWithPassword(api);
    await person.patch('/profile', 'profiles', { name: 'Ann', theme: 'dark' });
    await person.delete('/profile/sessions');
    await person.post('/email-changes', 'email_changes', { email: 'trail@example.com', password: 'Wrong-1' });
    await person.post('/email-changes', 'email_changes', { email: 'trail@example.com', password: PASSWORD });
    const passwords = { currentPassword: PASSWORD, newPassword: 'Another-horse-8' };
    const changed = await person.post('/password-changes', 'password_changes', passwords);
    assert.equal(changed.status, 201, changed.text);
    person.csrfToken = changed.body.data.attributes.csrfToken;
    const deletion = { email: 'trail@example.com', password: 'Another-horse-8' };
    const deleted = await person.post('/account-deletions', 'account_deletions', deletion);
    assert.equal(deleted.status, 204, deleted.text);
    const trail = await trailOf(person);
    assert.deepEqual(
      trail.map(({ action, outcome, details }) => [action, outcome, details]),
      [
        ['account.update', 'success', { fields: 'name theme' }],
        ['session.end', 'success', { which: 'others' }],
        ['email.change', 'failure', {}],
        ['email.change', 'success', {}],
        ['password.change', 'success', {}],
        ['session.begin', 'success', { by: 'password_change' }],
        ['account.delete', 'success', {}],
      ],
    );
    for (const { text } of trail) assert.ok(!/Wrong-1|horse/.test(text), text);
  });
});
