import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { faultsIn, TestApi, type Client, type TestWorkspace } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { deleteOrganizations } from '../organizations/index.ts';

const password = 'Correct-horse-7';
const CODE = '/data/attributes/code';
const api = await TestApi.open({ environment: { SIGN_UP: 'invited' } });
after(api.close);

let addresses = 0;
const newAddress = () => `Guest-${(addresses += 1)}@example.com`;
const listOf = ({ id }: TestWorkspace) => `/organizations/${id}/invitations`;
const invite = (workspace: TestWorkspace, emails: string[], role = 'editor') =>
  workspace.admin.post(listOf(workspace), 'workspace_invitations', { emails, role });
const codeIn = (link: string) => new URL(link).searchParams.get('invitation')!;
const look = (code: string) => api.visitor().get(`/invitations/${code}`);
const accept = (person: Client, code: string) =>
  person.post('/invitation-acceptances', 'invitation_acceptances', { code });
const signUp = (email: string, invitation: string, person = api.visitor()) =>
  person.post('/email-signup', 'email_signups', { email, password, invitation });

/** Invites one address and returns the code of its link. */
async function invited(workspace: TestWorkspace, email: string, role = 'editor') {
  const { body, text } = await invite(workspace, [email], role);
  assert.ok(body.data?.[0], text);
  return { id: body.data[0].id as string, code: codeIn(body.data[0].attributes.link) };
}

describe('an invitation to a workspace', () => {
  test('lets its address sign up, whatever SIGN_UP is, and makes it a member', async () => {
    const workspace = await api.workspace('Finch Outdoor');
    const email = newAddress();
    const { code } = await invited(workspace, email);
    assert.deepEqual((await look(code)).body.data.attributes, {
      email,
      workspace: {
        organizationId: workspace.id,
        name: 'Finch Outdoor',
        role: 'editor',
        invitedBy: workspace.admin.email.split('@')[0],
      },
    });
    const { status, body, text } = await signUp(email.toLowerCase(), code);
    assert.equal(status, 201, text);
    const [joined, ...others] = body.data.attributes.organizations;
    assert.partialDeepStrictEqual(joined, {
      ...{ organizationId: workspace.id, name: 'Finch Outdoor', role: 'editor' },
    });
    assert.deepEqual(others, []);
    const events = await api.sql(
      `select action from audit_events where workspace_id = $1 and action like 'invitation%' order by at, id`,
      [workspace.id],
    );
    assert.deepEqual(events, [{ action: 'invitation.create' }, { action: 'invitation.accept' }]);
    assert.equal((await workspace.admin.get(listOf(workspace))).body.meta.total, 0);
  });

  test('is accepted by someone who is signed in with its address, and by nobody else', async () => {
    const workspace = await api.workspace('Second home');
    const [person, other] = [await api.person(), await api.person()];
    const { code } = await invited(workspace, person.email.toUpperCase());
    const refused = await accept(other, code);
    assert.deepEqual([refused.status, faultsIn(refused)], [403, [`invitation_other_address ${CODE}`]]);
    const accepted = await accept(person, code);
    assert.equal(accepted.status, 201, accepted.text);
    assert.equal(accepted.body.data.attributes.workspace.organizationId, workspace.id);
    assert.equal((await person.get(`/organizations/${workspace.id}`)).body.data.attributes.role, 'editor');
    const again = await accept(person, code);
    assert.deepEqual([again.status, faultsIn(again)], [410, [`invitation_accepted ${CODE}`]]);
    assert.equal((await other.get(`/organizations/${workspace.id}`)).status, 404);
  });

  test('is accepted once, also if that is requested twice at once', async () => {
    const workspace = await api.workspace();
    const person = await api.person();
    const { code } = await invited(workspace, person.email);
    const responses = await Promise.all([accept(person, code), accept(person, code)]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 410]);
  });

  test('is kept for its owner if a stranger tries to sign up with a taken address', async () => {
    const workspace = await api.workspace();
    const person = await api.person();
    const { code } = await invited(workspace, person.email);
    const response = await signUp(person.email, code);
    assert.deepEqual(faultsIn(response), ['email_taken /data/attributes/email']);
    assert.equal((await accept(person, code)).status, 201);
  });

  const endings: [string, (workspace: TestWorkspace, id: string) => Promise<unknown>, string][] = [
    [
      'has expired',
      (_, id) => api.sql('update workspace_invitations set expires_at = now() where id = $1', [id]),
      'invitation_expired',
    ],
    [
      'was canceled',
      async (workspace, id) =>
        assert.equal((await workspace.admin.delete(`${listOf(workspace)}/${id}`)).status, 204),
      'invitation_canceled',
    ],
    [
      'is to a workspace that was deleted, even if it can be restored',
      async ({ id, admin }) => {
        const { name } = (await admin.get(`/organizations/${id}`)).body.data.attributes;
        const path = `/organizations/${id}?name=${encodeURIComponent(name)}`;
        assert.equal((await admin.delete(path)).status, 204);
      },
      'invitation_workspace_gone',
    ],
    [
      'is to a workspace that is gone',
      (workspace) =>
        installationTransaction(api.database, (db) =>
          deleteOrganizations(api.services, db, [workspace.id], { actorId: null }),
        ),
      'invitation_invalid',
    ],
  ];
  for (const [what, end, code] of endings) {
    test(`that ${what} opens nothing and says so`, async () => {
      const workspace = await api.workspace();
      const person = await api.person();
      const invitation = await invited(workspace, person.email);
      await end(workspace, invitation.id);
      const isGone = code === 'invitation_invalid';
      assert.deepEqual(faultsIn(await look(invitation.code)), [isGone ? 'not_found' : code]);
      assert.deepEqual(faultsIn(await accept(person, invitation.code)), [`${code} ${CODE}`]);
      assert.deepEqual(faultsIn(await signUp(person.email, invitation.code)), [
        `${code} /data/attributes/invitation`,
      ]);
    });
  }

  test('gets a new link that replaces the former one and is valid for another week', async () => {
    const workspace = await api.workspace();
    const email = newAddress();
    const { id, code } = await invited(workspace, email);
    await api.sql('update workspace_invitations set expires_at = now() where id = $1', [id]);
    const path = `${listOf(workspace)}/${id}/links`;
    const mailed = await workspace.admin.post(path, 'invitation_links', { mail: true });
    assert.deepEqual(faultsIn(mailed), ['mail_off /data/attributes/mail']);
    const renewed = await workspace.admin.post(path, 'invitation_links', { mail: false });
    assert.equal(renewed.status, 201, renewed.text);
    assert.equal((await look(code)).status, 404);
    assert.equal((await signUp(email, codeIn(renewed.body.data.attributes.link))).status, 201);
    assert.equal((await workspace.admin.post(path, 'invitation_links', { mail: false })).status, 404);
  });

  test('is stored without its code', async () => {
    const workspace = await api.workspace();
    const { code } = await invited(workspace, newAddress());
    const rows = JSON.stringify(await api.sql('select * from workspace_invitations'));
    assert.ok(!rows.includes(code));
    const events = JSON.stringify(await api.sql('select * from audit_events'));
    assert.ok(!events.includes(code));
  });
});

describe('inviting', () => {
  test('says what is wrong with each address, and then invites none', async () => {
    const workspace = await api.workspace();
    const member = await workspace.member('reader');
    await invited(workspace, 'waiting@example.com');
    const emails = ['fine@example.com', 'nonsense', 'FINE@example.com', member.email, 'Waiting@example.com'];
    const response = await invite(workspace, emails);
    assert.deepEqual(faultsIn(response), [
      'email_invalid /data/attributes/emails/1',
      'invited_twice /data/attributes/emails/2',
      'already_member /data/attributes/emails/3',
      'already_invited /data/attributes/emails/4',
    ]);
    assert.equal((await member.get(listOf(workspace))).body.meta.total, 1);
  });

  test('again after an invitation has expired replaces it', async () => {
    const workspace = await api.workspace();
    const email = newAddress();
    const former = await invited(workspace, email);
    await api.sql('update workspace_invitations set expires_at = now() where id = $1', [former.id]);
    const { body } = await workspace.admin.get(listOf(workspace));
    assert.equal(body.data[0].attributes.isExpired, true);
    const { code } = await invited(workspace, email, 'runner');
    assert.equal((await workspace.admin.get(listOf(workspace))).body.meta.total, 1);
    assert.deepEqual(faultsIn(await look(former.code)), ['invitation_canceled']);
    assert.equal((await look(code)).body.data.attributes.workspace.role, 'runner');
  });

  test('is for up to 20 addresses at once, and for a known role', async () => {
    const workspace = await api.workspace();
    const many = Array.from({ length: 21 }, newAddress);
    assert.deepEqual(faultsIn(await invite(workspace, many)), ['field_invalid /data/attributes/emails']);
    assert.deepEqual(faultsIn(await invite(workspace, [])), ['field_invalid /data/attributes/emails']);
    assert.deepEqual(faultsIn(await invite(workspace, [newAddress()], 'owner')), [
      'field_invalid /data/attributes/role',
    ]);
    assert.equal((await invite(workspace, many.slice(1))).status, 201);
  });
});

describe('with mail', () => {
  test('the link goes to the address, proves it, and nobody else sees it', async () => {
    const mailing = await TestApi.open({ withMail: true });
    try {
      const workspace = await mailing.workspace('Mail room');
      const post = (attributes: object) =>
        workspace.admin.post(listOf(workspace), 'workspace_invitations', attributes);
      const sent = await post({ emails: ['tomas@example.com', 'chiyo@example.com'], role: 'reader' });
      assert.equal(sent.status, 201, sent.text);
      assert.deepEqual(
        sent.body.data.map(({ attributes }: { attributes: { link: string | null } }) => attributes.link),
        [null, null],
      );
      const { text } = await mailing.mailbox.next('workspace_invitation', 'tomas@example.com');
      assert.match(text, /invites you to the workspace “Mail room” as a reader/);
      const invitation = /invitation=([\w-]+)/.exec(text)![1]!;
      const signedUp = await mailing
        .visitor()
        .post('/email-signup', 'email_signups', { email: 'tomas@example.com', password, invitation });
      assert.equal(signedUp.body.data.attributes.organizations[0].name, 'Mail room', signedUp.text);

      const path = `${listOf(workspace)}/${sent.body.data[1].id}/links`;
      const copied = await workspace.admin.post(path, 'invitation_links', { mail: false });
      const link = codeIn(copied.body.data.attributes.link);
      const unproved = await mailing
        .visitor()
        .post('/email-signup', 'email_signups', { email: 'chiyo@example.com', password, invitation: link });
      assert.deepEqual([unproved.status, unproved.body.data], [201, null], unproved.text);
      await mailing.mailbox.next('confirm_email', 'chiyo@example.com');
      assert.equal((await workspace.admin.get(`/organizations/${workspace.id}/members`)).body.meta.total, 3);
    } finally {
      await mailing.close();
    }
  });
});
