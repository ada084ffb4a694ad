import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';

const NAME = '/data/attributes/name';
const api = await TestApi.open();
after(api.close);

describe('a new workspace', () => {
  test('has its creator as admin, in the list and in the session', async () => {
    const person = await api.person();
    const made = await person.post('/organizations', 'organizations', { name: "Ann's Data-Lab 2!" });
    assert.equal(made.status, 201, made.text);
    const { id, attributes } = made.body.data;
    assert.match(id, /^org_[0-9a-z]{26}$/);
    assert.equal(attributes.role, 'admin');
    const list = await person.get('/organizations');
    assert.deepEqual(list.body, { data: [made.body.data], links: { next: null }, meta: { total: 1 } });
    const session = await person.get('/sessions');
    assert.deepEqual(session.body.data.attributes.organizations, [
      {
        ...{ organizationId: id, name: "Ann's Data-Lab 2!", role: 'admin' },
        ...{ timeZone: null, currency: null, weekStart: 'monday' },
      },
    ]);
  });

  for (const [name, code] of [
    ['abc', 'workspace_name_too_short'],
    ['', 'workspace_name_too_short'],
    ['a'.repeat(31), 'workspace_name_too_long'],
    ['1abcd', 'workspace_name_first_letter'],
    [' abcd', 'workspace_name_first_letter'],
    ['abcd_e', 'workspace_name_characters'],
    ['Zürich Data', 'workspace_name_characters'],
    ['abcd\n', 'workspace_name_characters'],
  ]) {
    test(`can't be named ${JSON.stringify(name)}`, async () => {
      const response = await (await api.person()).post('/organizations', 'organizations', { name });
      assert.equal(response.status, 422);
      assert.deepEqual(faultsIn(response), [`${code} ${NAME}`]);
    });
  }

  test('accepts no ID, role, or member from the body', async () => {
    const attributes = {
      name: 'Good name',
      id: 'org_x',
      role: 'admin',
      organizationId: 'x',
      isSuperuser: true,
    };
    const response = await (await api.person()).post('/organizations', 'organizations', attributes);
    assert.deepEqual(faultsIn(response).sort(), [
      'field_unknown /data/attributes/id',
      'field_unknown /data/attributes/isSuperuser',
      'field_unknown /data/attributes/organizationId',
      'field_unknown /data/attributes/role',
    ]);
  });

  test('of another user is not in the list', async () => {
    await api.workspace('Somebody else');
    assert.equal((await (await api.person()).get('/organizations')).body.meta.total, 0);
  });
});

describe('settings of a workspace', () => {
  test('begin with the zone of its creator, are changed by its admins, and are kept in the audit log', async () => {
    const admin = await api.person();
    const zone = { 'time-zone': 'Europe/Berlin' };
    const made = await admin.post('/organizations', 'organizations', { name: 'Zoned' }, zone);
    assert.equal(made.body.data.attributes.timeZone, 'Europe/Berlin');
    const at = `/organizations/${made.body.data.id}`;
    const change = { currency: 'EUR', weekStart: 'sunday', timeZone: 'Europe/Berlin' };
    const changed = await admin.patch(at, 'organizations', change);
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual((await admin.get(at)).body, changed.body);
    const [session] = (await admin.get('/sessions')).body.data.attributes.organizations;
    assert.deepEqual({ ...session, ...change }, session);
    await admin.patch(at, 'organizations', change);
    const events = await api.sql(
      `select details from audit_events where workspace_id = $1 and action = 'workspace.update'`,
      [made.body.data.id],
    );
    assert.deepEqual(events, [{ details: { currency: 'EUR', weekStart: 'sunday' } }]);
  });

  test('a workspace is created whatever zone its creator says to be in', async () => {
    const admin = await api.person();
    for (const zone of ['Europe/Atlantis', '+02:00', 'x'.repeat(200), '']) {
      const made = await admin.post(
        '/organizations',
        'organizations',
        { name: 'Zoned' },
        { 'time-zone': zone },
      );
      assert.deepEqual([made.status, made.body.data?.attributes.timeZone], [201, null], zone);
    }
  });

  test('are refused if there is no such zone or currency', async () => {
    const { id, admin } = await api.workspace();
    const faults = async (attributes: object) =>
      faultsIn(await admin.patch(`/organizations/${id}`, 'organizations', attributes));
    assert.deepEqual(await faults({ timeZone: 'Europe/Atlantis' }), [
      'time_zone_unknown /data/attributes/timeZone',
    ]);
    assert.deepEqual(await faults({ currency: 'XQZ' }), ['currency_unknown /data/attributes/currency']);
    assert.equal((await faults({ weekStart: 'friday' })).length, 1);
  });
});

describe('an event', () => {
  const name = 'signup_create_workspace_button_clicked';
  const send = async (attributes: object, person = api.person()) =>
    (await person).post('/events', 'events', attributes);

  test('is recorded with and without a workspace', async () => {
    const { id, admin } = await api.workspace('Event space');
    assert.equal((await send({ name })).status, 204);
    assert.equal((await send({ name, organization_id: null })).status, 204);
    assert.equal((await send({ name, organization_id: id }, Promise.resolve(admin))).status, 204);
    const rows = await api.sql('select workspace_id from analytics_events where workspace_id = $1', [id]);
    assert.equal(rows.length, 1);
  });

  test('has a name from the list', async () => {
    assert.deepEqual(faultsIn(await send({ name: 'anything' })), [`event_unknown ${NAME}`]);
  });

  test("is refused for another user's workspace, or one that doesn't exist", async () => {
    const { id } = await api.workspace('Event space');
    for (const organization_id of [id, 'nonsense', `org_${'0'.repeat(26)}`]) {
      const response = await send({ name, organization_id });
      assert.equal(response.status, 404);
      assert.deepEqual(faultsIn(response), ['not_found /data/attributes/organization_id']);
    }
  });
});
