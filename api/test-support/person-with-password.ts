import type { Client } from './client.ts';
import type { TestApi } from './test-api.ts';

export const PASSWORD = 'Correct-horse-7';

/** Returns a signed-in user with a confirmed email address and a password. */
export async function personWithPassword(api: TestApi, person?: Client): Promise<Client> {
  const client = person ?? (await api.person());
  await api.sql('update users set password_hash = $1, email_confirmed_at = now() where id = $2', [
    await api.services.passwords.hash(PASSWORD),
    client.userId,
  ]);
  return client;
}
