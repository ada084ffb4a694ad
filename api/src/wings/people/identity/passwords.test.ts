import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@headwater/base/refusals/refusal';
import { Passwords } from './passwords.ts';

const AT_ONCE_AND_WAITING = 52;

test('if there is no password, a verification still runs, which its place in the queue shows', async () => {
  const passwords = new Passwords(Buffer.alloc(32));
  assert.equal(await passwords.matches('Correct-horse-7', null), false);

  const busy = Array.from({ length: AT_ONCE_AND_WAITING }, () => passwords.hash('Correct-horse-7'));
  await assert.rejects(
    passwords.matches('Correct-horse-7', null),
    (error) => error instanceof Refusal && error.message === 'password_queue_full',
  );
  await Promise.all(busy);
});
