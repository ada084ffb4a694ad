import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { PASSWORD, personWithPassword } from '../../../../test-support/person-with-password.ts';
import { settled } from '@headwater/base/testing/settled';
import { faultsIn, TestApi, type Client } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';

const FIELD = '/data/attributes';
const api = await TestApi.open();
after(api.close);

const remove = (client: Client, attributes: object = {}) =>
  client.post('/account-deletions', 'account_deletions', {
    email: client.email,
    password: PASSWORD,
    ...attributes,
  });
const exists = async ({ userId }: Client) =>
  (await api.sql('select from users where id = $1', [userId])).length > 0;
const workspaces = async (...ids: string[]) =>
  (await api.sql<{ id: string }>('select id from organizations where id = any ($1)', [ids])).map(
    ({ id }) => id,
  );

/**
 * Deletes all accounts at the same time: each request waits for the workspace, whose lock is held
 * until all of them wait.
 */
async function removeAtOnce(people: readonly Client[], workspaceId: string): Promise<number[]> {
  const responses = await installationTransaction(api.database, async (db) => {
    await db
      .selectFrom('organizations')
      .select('id')
      .where('id', '=', workspaceId)
      .forNoKeyUpdate()
      .execute();
    const begun = people.map((person) => remove(person));
    await settled(waiting, (found) => found.length === people.length);
    return begun;
  }).then((begun) => Promise.all(begun));
  return responses.map(({ status }) => status).sort();
}
const waiting = () =>
  api.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);

describe('deleting an account', () => {
  test('deletes what only they own, keeps what they shared, and notifies them', async () => {
    const [own, shared] = [await api.workspace('Mine alone'), await api.workspace('With others')];
    const person = await personWithPassword(api, own.admin);
    await api.sql(`insert into memberships (workspace_id, user_id, role) values ($1, $2, 'admin')`, [
      shared.id,
      person.userId,
    ]);
    const elsewhere = api.visitor();
    elsewhere.userId = person.userId;
    await api.signIn(elsewhere);
    const response = await remove(person, { email: person.email.toUpperCase() });
    assert.equal(response.status, 204, response.text);
    assert.match(String(response.headers['set-cookie']), /^headwater-sid=; Max-Age=0; Path=\//);
    assert.equal(await exists(person), false);
    assert.deepEqual(await workspaces(own.id, shared.id), [shared.id]);
    assert.equal((await elsewhere.get('/sessions')).body.data, null);
    assert.equal((await shared.admin.get(`/organizations/${shared.id}/tables`)).status, 200);
    const login = { email: person.email, password: PASSWORD };
    assert.equal((await api.visitor().post('/sessions/email-login', 'email_logins', login)).status, 401);
    await api.mailbox.next('account_deleted', person.email);
    const events = await api.sql(
      `select action, outcome, subject_id from audit_events
       where actor_id = $1 and action in ('account.delete', 'workspace.delete') order by action`,
      [person.userId],
    );
    assert.deepEqual(events, [
      { action: 'account.delete', outcome: 'success', subject_id: person.userId },
      { action: 'workspace.delete', outcome: 'success', subject_id: own.id },
    ]);
  });

  test('leaves nothing of the user except what the audit keeps', async () => {
    const { admin } = await api.workspace('Traces');
    const person = await personWithPassword(api, admin);
    await api.visitor().post('/password/request-reset', 'password_reset_requests', { email: person.email });
    await api.mailbox.next('reset_password', person.email);
    assert.equal((await remove(person)).status, 204);
    for (const table of ['sessions', 'memberships', 'account_codes', 'user_identities', 'idempotency_keys'])
      assert.deepEqual(await api.sql(`select from ${table} where user_id = $1`, [person.userId]), [], table);
  });

  test('is refused until shared workspaces have another admin', async () => {
    const { id, admin, member } = await api.workspace('Orphanage');
    const person = await personWithPassword(api, admin);
    const other = await member('editor');
    const second = await api.workspace('Second home');
    await api.sql('update memberships set user_id = $1 where workspace_id = $2', [person.userId, second.id]);
    await second.member('reader');
    const refused = await remove(person);
    assert.equal(refused.status, 409, refused.text);
    assert.deepEqual(faultsIn(refused), ['last_admin']);
    assert.equal(refused.body.errors[0].meta.workspaces, 'Orphanage, Second home');
    assert.equal(await exists(person), true);
    assert.equal((await person.get('/profile')).status, 200);
    await api.sql(`update memberships set role = 'admin' where user_id = $1`, [other.userId]);
    await second.member('admin');
    assert.equal((await remove(person)).status, 204);
    assert.deepEqual((await workspaces(id, second.id)).sort(), [id, second.id].sort());
  });

  test('keeps one of two admins who delete theirs at once', async () => {
    const { id, admin, member } = await api.workspace('Two captains');
    const admins = [
      await personWithPassword(api, admin),
      await personWithPassword(api, await member('admin')),
    ];
    await member('reader');
    assert.deepEqual(await removeAtOnce(admins, id), [204, 409]);
    const left = await api.sql<{ role: string }>(
      'select role from memberships where workspace_id = $1 order by role',
      [id],
    );
    assert.deepEqual(left, [{ role: 'admin' }, { role: 'reader' }]);
  });

  test('deletes the workspace with its last two members if both leave at once', async () => {
    const { id, admin, member } = await api.workspace('Lights out');
    const people = [
      await personWithPassword(api, admin),
      await personWithPassword(api, await member('admin')),
    ];
    assert.deepEqual(await removeAtOnce(people, id), [204, 204]);
    assert.deepEqual(await workspaces(id), []);
  });

  test('happens once if it is requested twice at once', async () => {
    const person = await personWithPassword(api);
    const statuses = (await Promise.all([remove(person), remove(person)])).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [204, 401]);
  });

  const refused: [string, object, string][] = [
    ['another email address', { email: 'other@example.com' }, `email_mismatch ${FIELD}/email`],
    ['no password', { password: undefined }, `password_required ${FIELD}/password`],
    ['an empty password', { password: '' }, `password_required ${FIELD}/password`],
    ['the wrong password', { password: 'Wrong-horse-7' }, `password_wrong ${FIELD}/password`],
    ['another user’s ID', { userId: 'usr_x' }, `field_unknown ${FIELD}/userId`],
  ];
  for (const [what, attributes, fault] of refused) {
    test(`is refused with ${what}`, async () => {
      const person = await personWithPassword(api);
      assert.deepEqual(faultsIn(await remove(person, attributes)), [fault]);
      assert.equal(await exists(person), true);
    });
  }

  test('does not let a stolen session guess passwords without limit', async () => {
    const person = await personWithPassword(api);
    for (let failure = 1; failure <= 5; failure += 1) await remove(person, { password: 'Wrong-horse-7' });
    assert.equal((await remove(person)).status, 429);
    assert.equal(await exists(person), true);
  });

  test('requires a recent login if there is no password', async () => {
    const person = await api.person();
    await api.sql('update users set password_hash = null where id = $1', [person.userId]);
    await api.sql(`update sessions set created_at = now() - interval '16 minutes' where user_id = $1`, [
      person.userId,
    ]);
    const late = await remove(person, { password: undefined });
    assert.equal(late.status, 403);
    assert.deepEqual(faultsIn(late), ['log_in_again']);
    await api.signIn(person);
    assert.equal((await remove(person, { password: undefined })).status, 204);
  });
});
