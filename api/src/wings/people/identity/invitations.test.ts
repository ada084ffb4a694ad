import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { insertInvitation } from './index.ts';

const EMAIL = '/data/attributes/email';
const INVITATION = '/data/attributes/invitation';
const password = 'Correct-horse-7';

const api = await TestApi.open({ environment: { SIGN_UP: 'invited' } });
after(api.close);

const invite = (email: string) => installationTransaction(api.database, (db) => insertInvitation(db, email));
const signUp = (attributes: object) =>
  api.visitor().post('/email-signup', 'email_signups', { password, ...attributes });

describe('SIGN_UP=invited', () => {
  test('is shown to everyone', async () => {
    const { body } = await api.visitor().get('/sign-in-options');
    assert.equal(body.data.attributes.signUp, 'invited');
    assert.deepEqual(faultsIn(await signUp({ email: 'a@example.com' })), [`sign_up_by_invitation ${EMAIL}`]);
  });

  test('admits an invited person once, with that email address only', async () => {
    const invitation = await invite('Mara@example.com');
    const shown = await api.visitor().get(`/invitations/${invitation}`);
    assert.equal(shown.body.data.attributes.email, 'Mara@example.com');
    const other = await signUp({ email: 'other@example.com', invitation });
    assert.deepEqual(faultsIn(other), [`invitation_other_address ${EMAIL}`]);
    assert.equal((await signUp({ email: 'mara@example.com', invitation })).status, 201);
    const used = await api.visitor().get(`/invitations/${invitation}`);
    assert.equal(used.status, 410);
    assert.deepEqual(faultsIn(used), ['invitation_accepted']);
    const again = await signUp({ email: 'mara@example.com', invitation });
    assert.deepEqual(faultsIn(again), [`invitation_accepted ${INVITATION}`]);
  });

  test('does not admit them after a week', async () => {
    const invitation = await invite('late@example.com');
    await api.sql(`update sign_up_invitations set expires_at = now() where email = 'late@example.com'`);
    assert.deepEqual(faultsIn(await api.visitor().get(`/invitations/${invitation}`)), ['invitation_expired']);
    const response = await signUp({ email: 'late@example.com', invitation });
    assert.deepEqual(faultsIn(response), [`invitation_expired ${INVITATION}`]);
  });

  test('does not admit anyone with a code that was never given out', async () => {
    assert.equal((await api.visitor().get('/invitations/unknown')).status, 404);
    const response = await signUp({ email: 'guess@example.com', invitation: 'unknown' });
    assert.deepEqual(faultsIn(response), [`invitation_invalid ${INVITATION}`]);
  });

  test('does not use up the invitation if the sign-up is refused', async () => {
    const invitation = await invite('weak@example.com');
    assert.equal((await signUp({ email: 'weak@example.com', invitation, password: 'short' })).status, 422);
    assert.equal((await signUp({ email: 'weak@example.com', invitation })).status, 201);
  });
});
