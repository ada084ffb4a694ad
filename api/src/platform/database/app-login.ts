import { createHmac } from 'node:crypto';
import pg from 'pg';
import type { Connection } from '@headwater/base/postgres/connection';
import { APP_ROLE } from './database.ts';

/**
 * Lets the app role of the embedded server log in, and returns its login. The pool must not log in as the
 * administrator: if a statement could be manipulated, `reset role` would make it the administrator again. The
 * password is derived from the administrator's, so that the product and the operator's commands agree on it
 * without another file.
 */
export async function openAppLogin(administrator: Connection): Promise<Connection> {
  const password = createHmac('sha256', String(administrator.password)).update(APP_ROLE).digest('base64url');
  const login = { ...administrator, user: APP_ROLE, password };
  if (!(await canLogIn(login))) await allowLogin(administrator, password);
  return login;
}

async function canLogIn(login: Connection): Promise<boolean> {
  const client = new pg.Client(login);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    // 28P01: the password is another one or not set. 28000: the role may not log in.
    if (['28P01', '28000'].includes(String((error as { code?: unknown }).code))) return false;
    throw error;
  }
}

async function allowLogin(administrator: Connection, password: string): Promise<void> {
  const client = new pg.Client(administrator);
  await client.connect();
  try {
    await client.query(
      `alter role ${pg.escapeIdentifier(APP_ROLE)} login password ${pg.escapeLiteral(password)}`,
    );
  } finally {
    await client.end();
  }
}
