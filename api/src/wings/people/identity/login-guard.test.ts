import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { TestApi } from '../../../../test-support/test-api.ts';

const RIGHT = 'Correct-horse-7';
const WRONG = 'Wrong-horse-7';
const OWNER = '203.0.113.7';

const api = await TestApi.open({ environment: { TRUST_PROXY: '127.0.0.1' } });
after(api.close);

const from = (address: string) => ({ 'x-forwarded-for': address });
const logIn = (email: string, password: string, address: string) =>
  api.visitor().post('/sessions/email-login', 'email_logins', { email, password }, from(address));
const signUp = (email: string, address: string) =>
  api.visitor().post('/email-signup', 'email_signups', { email, password: RIGHT }, from(address));

/** Tries wrong passwords, five from each IP address, which is as many as are allowed. */
async function guess(email: string, addresses: number): Promise<void> {
  for (let address = 1; address <= addresses; address += 1) {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { status } = await logIn(email, WRONG, `198.51.100.${address}`);
      if (status === 429) return;
    }
  }
}

test('guessing from elsewhere locks no one out', async () => {
  await signUp('owner@example.com', OWNER);
  await guess('owner@example.com', 2);
  assert.equal((await logIn('owner@example.com', WRONG, '198.51.100.1')).status, 429);
  assert.equal((await logIn('owner@example.com', RIGHT, '192.0.2.80')).status, 201);
});

test('many IP addresses that guess at one account are blocked together, except where its owner is signed in', async () => {
  await signUp('popular@example.com', OWNER);
  await guess('popular@example.com', 11);
  assert.equal((await logIn('popular@example.com', WRONG, '192.0.2.81')).status, 429);
  assert.equal((await logIn('popular@example.com', RIGHT, OWNER)).status, 201);
});

test("an account that doesn't exist is guarded in the same way", async () => {
  await guess('nobody@example.com', 11);
  assert.equal((await logIn('nobody@example.com', WRONG, '192.0.2.82')).status, 429);
});

test('a whole /64 of IPv6 counts as one IP address', async () => {
  for (let attempt = 1; attempt <= 5; attempt += 1)
    await logIn('six@example.com', WRONG, `2001:db8:1:2::${attempt}`);
  assert.equal((await logIn('six@example.com', WRONG, '2001:db8:1:2:ffff::9')).status, 429);
  assert.equal((await logIn('six@example.com', WRONG, '2001:db8:1:3::1')).status, 401);
});
