import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Role } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { faultsIn, TestApi, type Client, type TestWorkspace } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';

const api = await TestApi.open();
after(api.close);

const pathOf = ({ id }: TestWorkspace, { userId }: Client) => `/organizations/${id}/members/${userId}`;
const setRole = (by: Client, workspace: TestWorkspace, whose: Client, role: Role) =>
  by.patch(pathOf(workspace, whose), 'members', { role });
const leave = (person: Client, { id }: TestWorkspace) =>
  person.post(`/organizations/${id}/departures`, 'departures', {});
const handOver = (by: Client, { id }: TestWorkspace, to: Client) =>
  by.post(`/organizations/${id}/hand-overs`, 'hand_overs', { memberId: to.userId });
const rolesIn = async ({ id }: TestWorkspace) =>
  (
    await api.sql<{ role: string }>('select role from memberships where workspace_id = $1 order by role', [
      id,
    ])
  ).map(({ role }) => role);
const actionsIn = async ({ id }: TestWorkspace) =>
  (
    await api.sql<{ action: string }>(
      `select action from audit_events where workspace_id = $1 and action != 'workspace.create' order by at, id`,
      [id],
    )
  ).map(({ action }) => action);

/** Sends requests at the same time: each waits for the workspace, whose lock is held until all of them wait. */
async function atOnce<T>({ id }: TestWorkspace, ...requests: (() => Promise<T>)[]): Promise<T[]> {
  const waiting = () =>
    api.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  const begun = await installationTransaction(api.database, async (db) => {
    await db.selectFrom('organizations').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    const promises = requests.map((request) => request());
    await settled(waiting, (found) => found.length === requests.length);
    return { promises };
  });
  return Promise.all(begun.promises);
}

describe('members', () => {
  test('are listed with their roles, and with what the reader of the list may do', async () => {
    const workspace = await api.workspace();
    const reader = await workspace.member('reader');
    const { body } = await workspace.admin.get(`/organizations/${workspace.id}/members`);
    const shown = body.data.map(({ id, attributes }: { id: string; attributes: Record<string, unknown> }) => [
      id,
      attributes.role,
      attributes.isYou,
      attributes.can,
    ]);
    assert.deepEqual(shown, [
      [workspace.admin.userId, 'admin', true, { changeRole: false, remove: false }],
      [reader.userId, 'reader', false, { changeRole: true, remove: true }],
    ]);
    const seen = await reader.get(`/organizations/${workspace.id}/members`);
    assert.ok(
      seen.body.data.every(({ attributes }: { attributes: { can: object } }) =>
        Object.values(attributes.can).every((can) => can === false),
      ),
    );
  });

  test('get another role, which applies at once and is in the audit', async () => {
    const workspace = await api.workspace();
    const person = await workspace.member('reader');
    const response = await setRole(workspace.admin, workspace, person, 'editor');
    assert.equal(response.status, 200, response.text);
    assert.equal(response.body.data.attributes.role, 'editor');
    const report = await person.post(`/organizations/${workspace.id}/reports`, 'reports', { name: 'Mine' });
    assert.equal(report.status, 201);
    assert.equal((await setRole(workspace.admin, workspace, person, 'editor')).status, 200);
    assert.deepEqual(await actionsIn(workspace), ['member.update', 'report.create']);
  });

  test('never change their own role, not even admins', async () => {
    const workspace = await api.workspace();
    const response = await setRole(workspace.admin, workspace, workspace.admin, 'reader');
    assert.deepEqual([response.status, faultsIn(response)], [403, ['own_role']]);
  });

  test('keep one admin if two demote each other at the same moment', async () => {
    const workspace = await api.workspace();
    const second = await workspace.member('admin');
    const responses = await atOnce(
      workspace,
      () => setRole(workspace.admin, workspace, second, 'reader'),
      () => setRole(second, workspace, workspace.admin, 'reader'),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 403]);
    assert.deepEqual(await rolesIn(workspace), ['admin', 'reader']);
  });

  test('keep one admin if two remove each other, or leave, at the same moment', async () => {
    const workspace = await api.workspace();
    const [second, third] = [await workspace.member('admin'), await workspace.member('admin')];
    const removals = await atOnce(
      workspace,
      () => workspace.admin.delete(pathOf(workspace, second)),
      () => second.delete(pathOf(workspace, workspace.admin)),
    );
    assert.deepEqual(removals.map(({ status }) => status).sort(), [204, 404]);
    const left = removals[0]!.status === 204 ? workspace.admin : second;
    const departures = await atOnce(
      workspace,
      () => leave(left, workspace),
      () => leave(third, workspace),
    );
    assert.deepEqual(departures.map(({ status }) => status).sort(), [204, 409]);
    assert.deepEqual(await rolesIn(workspace), ['admin']);
  });

  test('lose access when they are removed', async () => {
    const workspace = await api.workspace();
    const person = await workspace.member('editor');
    assert.equal((await workspace.admin.delete(pathOf(workspace, person))).status, 204);
    assert.equal((await person.get(`/organizations/${workspace.id}`)).status, 404);
    assert.deepEqual((await person.get('/sessions')).body.data.attributes.organizations, []);
    assert.equal((await workspace.admin.delete(pathOf(workspace, person))).status, 404);
    const self = await workspace.admin.delete(pathOf(workspace, workspace.admin));
    assert.deepEqual(faultsIn(self), ['own_membership']);
  });
});

describe('leaving', () => {
  test('takes everyone but the last admin, who hands over first', async () => {
    const workspace = await api.workspace('Finch Outdoor');
    const person = await workspace.member('runner');
    const refused = await leave(workspace.admin, workspace);
    assert.deepEqual([refused.status, faultsIn(refused)], [409, ['last_admin']]);
    assert.equal(refused.body.errors[0].meta.workspaces, 'Finch Outdoor');
    const handedOver = await handOver(workspace.admin, workspace, person);
    assert.equal(handedOver.status, 201, handedOver.text);
    assert.deepEqual(await rolesIn(workspace), ['admin', 'editor']);
    assert.equal((await leave(workspace.admin, workspace)).status, 204);
    const alone = await leave(person, workspace);
    assert.deepEqual([alone.status, faultsIn(alone)], [409, ['last_member']]);
    assert.deepEqual(await actionsIn(workspace), ['workspace.hand_over', 'member.leave']);
  });

  test('is not for the demo', async () => {
    const workspace = await api.workspace();
    const demo = await workspace.member('runner');
    await api.sql(`update users set demo_ends_at = now() + interval '1 hour' where id = $1`, [demo.userId]);
    const response = await leave(demo, workspace);
    assert.deepEqual([response.status, faultsIn(response)], [403, ['demo_forbidden']]);
  });

  test('hands over to members only', async () => {
    const [workspace, other] = [await api.workspace(), await api.workspace()];
    for (const person of [workspace.admin, other.admin]) {
      const response = await handOver(workspace.admin, workspace, person);
      assert.deepEqual(faultsIn(response), ['not_found /data/attributes/memberId']);
    }
    assert.deepEqual(await rolesIn(workspace), ['admin']);
  });
});
