import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { faultsIn, TestApi, type Client } from '../../../../test-support/test-api.ts';

const FIELD = '/data/attributes';
const api = await TestApi.open();
after(api.close);

const edit = (client: Client, attributes: object) => client.patch('/profile', 'profiles', attributes);
const profileOf = async (client: Client) => (await client.get('/profile')).body.data.attributes;
async function demoPerson(): Promise<Client> {
  const client = await api.person();
  await api.sql(`update users set demo_ends_at = now() + interval '1 hour' where id = $1`, [client.userId]);
  return client;
}

describe('the profile', () => {
  test('shows users what is known about them', async () => {
    const { id, admin, member, name } = await api.workspace('Shared lab');
    await member('reader');
    const own = await admin.post('/organizations', 'organizations', { name: 'My own lab' });
    assert.equal(own.status, 201);
    const response = await admin.get('/profile');
    assert.equal(response.status, 200, response.text);
    const { id: userId, attributes } = response.body.data;
    assert.equal(userId, admin.userId);
    assert.ok(Math.abs(Date.parse(attributes.createdAt) - Date.now()) < 600_000);
    assert.deepEqual(attributes, {
      email: admin.email,
      pendingEmail: null,
      name: admin.email.split('@')[0],
      hasPassword: true,
      googleEmail: null,
      language: null,
      theme: null,
      timeZone: null,
      createdAt: attributes.createdAt,
      ownWorkspaces: ['My own lab'],
      adminOf: [name],
    });
    const second = await member('admin');
    assert.deepEqual((await profileOf(admin)).adminOf, []);
    assert.deepEqual((await profileOf(second)).adminOf, []);
    assert.ok(id);
  });

  test('shows a connected Google account and a missing password', async () => {
    const person = await api.person();
    await api.sql('update users set password_hash = null where id = $1', [person.userId]);
    await api.sql(
      `insert into user_identities (issuer, subject, user_id, email) values ('https://i', 's', $1, 'g@example.com')`,
      [person.userId],
    );
    const { hasPassword, googleEmail } = await profileOf(person);
    assert.deepEqual({ hasPassword, googleEmail }, { hasPassword: false, googleEmail: 'g@example.com' });
  });

  test('accepts a name, language, theme, and time zone, each separately, and updates the session', async () => {
    const person = await api.person();
    for (const [change, kept] of [
      [{ name: '  Ann Lee ' }, { name: 'Ann Lee' }],
      [{ language: 'de' }, { language: 'de' }],
      [{ theme: 'dark' }, { theme: 'dark' }],
      [{ timeZone: 'Europe/Berlin' }, { timeZone: 'Europe/Berlin' }],
    ]) {
      const response = await edit(person, change!);
      assert.equal(response.status, 200, response.text);
      assert.partialDeepStrictEqual(response.body.data.attributes, kept);
    }
    const choices = { name: 'Ann Lee', language: 'de', theme: 'dark', timeZone: 'Europe/Berlin' };
    assert.partialDeepStrictEqual(await profileOf(person), choices);
    assert.partialDeepStrictEqual((await person.get('/sessions')).body.data.attributes, choices);
    const none = { language: null, theme: null, timeZone: null };
    assert.partialDeepStrictEqual((await edit(person, none)).body.data.attributes, {
      name: 'Ann Lee',
      ...none,
    });
    assert.equal((await edit(person, {})).status, 200);
    assert.equal((await edit(person, { timeZone: 'UTC' })).status, 200);
  });

  const refused: [string, object, string[]][] = [
    ['an empty name', { name: ' \t' }, [`name_required ${FIELD}/name`]],
    ['a long name', { name: 'a'.repeat(81) }, [`name_too_long ${FIELD}/name`]],
    ...['Ann\nLee', 'Ann\u2028Lee', 'Ann\u202eLee'].map((name): [string, object, string[]] => [
      `a name with ${JSON.stringify(name)}`,
      { name },
      [`name_characters ${FIELD}/name`],
    ]),
    ["a name that isn't a string", { name: ['Ann'] }, [`field_invalid ${FIELD}/name`]],
    ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, [`time_zone_unknown ${FIELD}/timeZone`]],
    ['an offset', { timeZone: '+02:00' }, [`time_zone_unknown ${FIELD}/timeZone`]],
    ['no time zone', { timeZone: '' }, [`time_zone_unknown ${FIELD}/timeZone`]],
    ['another language', { language: 'fr' }, [`field_invalid ${FIELD}/language`]],
    ['another theme', { theme: 'sepia' }, [`field_invalid ${FIELD}/theme`]],
    ...[
      'isSuperuser',
      'is_superuser',
      'role',
      'id',
      'email',
      'hasPassword',
      'passwordHash',
      'demoEndsAt',
    ].map((field): [string, object, string[]] => [
      field,
      { name: 'Mallory', [field]: true },
      [`field_unknown ${FIELD}/${field}`],
    ]),
  ];
  for (const [what, attributes, faults] of refused) {
    test(`does not accept ${what}`, async () => {
      const person = await api.person();
      const before = await profileOf(person);
      const response = await edit(person, attributes);
      assert.equal(response.status, 422, response.text);
      assert.deepEqual(faultsIn(response), faults);
      assert.deepEqual(await profileOf(person), before);
    });
  }

  test('is always the caller’s own, whatever the body and the URL name', async () => {
    const [ann, bob] = [await api.person(), await api.person()];
    const before = await profileOf(bob);
    const body = { data: { type: 'profiles', id: bob.userId, attributes: { name: 'Mallory' } } };
    const planted = await ann.send({ method: 'PATCH', path: '/profile', payload: body });
    assert.deepEqual(faultsIn(planted), ['field_unknown /data/id']);
    for (const path of [`/profile?id=${bob.userId}`, `/profile/${bob.userId}`, '/profile/../users'])
      assert.ok([404, 422].includes((await ann.get(path)).status), path);
    await edit(ann, { name: 'Ann' });
    assert.deepEqual(await profileOf(bob), before);
  });

  test('of a demo user accepts only language and theme', async () => {
    const guest = await demoPerson();
    assert.equal((await guest.get('/profile')).status, 200);
    assert.equal((await edit(guest, { language: 'de', theme: 'light' })).status, 200);
    for (const change of [{ name: 'Guest' }, { timeZone: 'UTC' }, { timeZone: null, theme: 'dark' }]) {
      const response = await edit(guest, change);
      assert.equal(response.status, 403, response.text);
      assert.match(faultsIn(response)[0]!, /^demo_forbidden/);
    }
    assert.equal((await profileOf(guest)).theme, 'light');
    const attributes = { email: guest.email, password: 'x', currentPassword: 'x', newPassword: 'x' };
    for (const [path, type] of [
      ['/password-changes', 'password_changes'],
      ['/email-changes', 'email_changes'],
      ['/account-deletions', 'account_deletions'],
    ])
      assert.deepEqual(faultsIn(await guest.post(path!, type!, attributes)), ['demo_forbidden']);
    assert.equal((await guest.get('/profile/sessions')).status, 403);
    assert.equal((await guest.delete('/profile/sessions')).status, 403);
  });
});
