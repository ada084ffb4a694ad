import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { faultsIn, TestApi, type Client } from '../../../../test-support/test-api.ts';
import { PASSWORD, personWithPassword } from '../../../../test-support/person-with-password.ts';

const NEW = 'Another-horse-8';

const api = await TestApi.open();
after(api.close);
const { passwords } = api.services;
const verify = passwords.matches.bind(passwords);
let beforeResult: () => Promise<void>;
beforeEach(() => (beforeResult = async () => undefined));
/** Verifies as usual, but `beforeResult` can delay the known result, as a busy machine would. */
passwords.matches = async (password, stored) => {
  const isRight = await verify(password, stored);
  await beforeResult();
  return isRight;
};

/** Lets the owner reset the password by mail just after the next verification has finished. */
function resetDuringNextProof(email: string): void {
  beforeResult = async () => {
    beforeResult = async () => undefined;
    await api.visitor().post('/password/request-reset', 'password_reset_requests', { email });
    const { link } = await api.mailbox.next('reset_password', email);
    const code = new URL(link).searchParams.get('code');
    const reset = await api.visitor().post('/password/reset', 'password_resets', { code, password: NEW });
    assert.equal(reset.status, 204, reset.text);
  };
}

describe('a password that is replaced while it is being verified', () => {
  test('opens no session', async () => {
    const { email } = await personWithPassword(api);
    resetDuringNextProof(email);
    const thief = api.visitor();
    const response = await thief.post('/sessions/email-login', 'email_logins', { email, password: PASSWORD });
    assert.deepEqual([response.status, faultsIn(response)], [401, ['credentials_invalid']]);
    assert.equal((await thief.get('/sessions')).body.data, null);
  });

  const actions: [what: string, act: (client: Client) => Promise<{ status: number }>][] = [
    [
      'sets no other password',
      (client) =>
        client.post('/password-changes', 'password_changes', {
          currentPassword: PASSWORD,
          newPassword: 'Third-horse-99',
        }),
    ],
    [
      'moves the account to no other email address',
      (client) =>
        client.post('/email-changes', 'email_changes', {
          email: `moved-${client.email}`,
          password: PASSWORD,
        }),
    ],
    [
      'deletes no account',
      (client) =>
        client.post('/account-deletions', 'account_deletions', { email: client.email, password: PASSWORD }),
    ],
  ];
  for (const [what, act] of actions) {
    test(what, async () => {
      const thief = await personWithPassword(api);
      resetDuringNextProof(thief.email);
      const response = await act(thief);
      assert.equal(response.status, 422);
      const back = await api
        .visitor()
        .post('/sessions/email-login', 'email_logins', { email: thief.email, password: NEW });
      assert.equal(back.status, 201, 'the owner’s new password opens the account at its email address');
    });
  }
});
