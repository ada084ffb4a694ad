import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { makeDataDirectory, ProductProcess } from '../test-support/product-process.ts';
import { asAdministrator } from '../test-support/test-store.ts';
import { embeddedConnection } from './platform/database/embedded-postgres.ts';
import { isAlive } from './platform/database/process-identity.ts';
import { runningServer } from './platform/database/postgres-server.ts';

const data = makeDataDirectory();
after(data.clear);
const cluster = join(data.path, 'postgres');
const start = (environment: Record<string, string> = {}) =>
  new ProductProcess('server.ts', [], { HEADWATER_DATA: data.path, ...environment });
const operate = (...args: string[]) => new ProductProcess('cli.ts', args, { HEADWATER_DATA: data.path });

async function signUp(address: string, email: string): Promise<Response> {
  return fetch(`${address}/api/email-signup`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({
      data: { type: 'email_signups', attributes: { email, password: 'Correct-horse-7' } },
    }),
  });
}

/** Returns the output of a start that is refused. The process must exit on its own, and not successfully. */
async function refusal(environment: Record<string, string> = {}): Promise<string> {
  const refused = start(environment);
  assert.equal(await refused.ended(), 1, refused.output);
  return refused.output;
}

describe('the product with its own data', () => {
  test('serves after its first start, with keys and password that only its user can read', async () => {
    const product = start();
    const address = await product.address();
    assert.equal((await signUp(address, 'ann@example.com')).status, 201);
    for (const file of ['keys.json', 'postgres-password'])
      assert.equal(statSync(join(data.path, file)).mode & 0o077, 0, file);
    assert.equal(await product.stop('SIGINT'), 0);
    assert.equal(await runningServer(cluster), undefined, 'PostgreSQL was left behind');
  });

  test('queries its store as a role that may do nothing else', async () => {
    const product = start();
    await product.address();
    const sessions = await asAdministrator(
      (await embeddedConnection(data.path))!,
      async (client) =>
        (
          await client.query(
            `select distinct usename, usesuper from pg_stat_activity join pg_user using (usename) where application_name like 'headwater %'`,
          )
        ).rows,
    );
    assert.deepEqual(sessions, [{ usename: 'headwater_app', usesuper: false }]);
    await product.stop('SIGTERM');
  });

  test('uses a store that speaks UTF-8 and listens on no port', async () => {
    const product = start();
    await product.address();
    const connection = (await embeddedConnection(data.path))!;
    const [row] = await asAdministrator(
      connection,
      async (client) =>
        (
          await client.query(
            `select lower('ÄÖ') as lower, current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync`,
          )
        ).rows,
    );
    assert.deepEqual(row, { lower: 'äö', encoding: 'UTF8', addresses: '', fsync: 'on' });
    await product.stop('SIGTERM');
  });

  test('refuses a second start on the same data, and names the first', async () => {
    const first = start();
    await first.address();
    const said = await refusal();
    assert.match(said, new RegExp(`Another Headwater is running on .*process ${first.child.pid}`));
    assert.match(said, /HEADWATER_DATA/);
    await first.stop('SIGINT');
  });

  test('takes over its store at the next start after it was killed, and loses nothing', async () => {
    const first = start();
    assert.equal((await signUp(await first.address(), 'kept@example.com')).status, 201);
    const { pid } = (await runningServer(cluster))!;
    await first.stop('SIGKILL');
    assert.ok(isAlive(pid), 'PostgreSQL should have outlived it');
    const second = start();
    const address = await second.address();
    assert.equal((await runningServer(cluster))?.pid, pid);
    const taken = await signUp(address, 'kept@example.com');
    assert.equal(taken.status, 422);
    await second.stop('SIGINT');
    assert.equal(await runningServer(cluster), undefined);
  });

  test("starts if a postmaster.pid names a process that isn't ours", async () => {
    writeFileSync(
      join(cluster, 'postmaster.pid'),
      `${process.pid}\n${cluster}\n0\n5432\n/nowhere\n\n\nready\n`,
    );
    const product = start();
    await product.address();
    await product.stop('SIGINT');
  });

  test('reports that its port is taken', async () => {
    const first = start();
    const port = new URL(await first.address()).port;
    const other = makeDataDirectory();
    const said = await refusal({ HEADWATER_DATA: other.path, PORT: port });
    assert.match(said, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken by another program`));
    assert.equal(await runningServer(join(other.path, 'postgres')), undefined, 'PostgreSQL was left behind');
    await other.clear();
    await first.stop('SIGINT');
  });

  test('works with a data path that is too long for a socket', async () => {
    const long = makeDataDirectory('d'.repeat(100));
    const product = start({ HEADWATER_DATA: long.path });
    await product.address();
    await product.stop('SIGINT');
    await long.clear();
  });
});

describe('the operator', () => {
  test('can make a user a superuser while the product is running, and revoke it', async () => {
    const product = start();
    const address = await product.address();
    const cookie = String((await signUp(address, 'boss@example.com')).headers.get('set-cookie')).split(
      ';',
    )[0]!;
    const asBoss = async () =>
      (await fetch(`${address}/api/superuser/users`, { headers: { cookie } })).status;
    assert.equal(await asBoss(), 404);
    const grant = operate('superuser', 'grant', 'BOSS@example.com');
    assert.equal(await grant.ended(), 0, grant.output);
    assert.equal(await asBoss(), 200);
    assert.equal(await operate('superuser', 'revoke', 'boss@example.com').ended(), 0);
    assert.equal(await asBoss(), 404);
    await product.stop('SIGINT');
  });

  test('can do so while the product is not running', async () => {
    const grant = operate('superuser', 'grant', 'ann@example.com');
    assert.equal(await grant.ended(), 0, grant.output);
    assert.equal(await runningServer(cluster), undefined);
  });

  test('gets a message about what is wrong', async () => {
    const nobody = operate('superuser', 'grant', 'nobody@example.com');
    assert.equal(await nobody.ended(), 1);
    assert.match(nobody.output, /No one has signed up as nobody@example\.com/);
    const nonsense = operate('superuser', 'give');
    assert.equal(await nonsense.ended(), 1);
    assert.match(nonsense.output, /Usage:/);
    const elsewhere = new ProductProcess('cli.ts', ['superuser', 'grant', 'a@b.cd'], {
      HEADWATER_DATA: '/nonexistent/headwater',
    });
    assert.equal(await elsewhere.ended(), 1);
    assert.match(elsewhere.output, /There is no data in/);
  });
});

describe('the product refuses data', () => {
  test('without its keys, or with others', async () => {
    const file = join(data.path, 'keys.json');
    const own = readFileSync(file);
    const write = (master: Buffer) =>
      writeFileSync(file, JSON.stringify({ version: 1, master: master.toString('base64') }));
    write(Buffer.alloc(32, 7));
    assert.match(await refusal(), /does not hold a key of 32 random bytes/);
    write(randomBytes(32));
    assert.match(await refusal(), /not those that this database was written with/);
    rmSync(file);
    assert.match(await refusal(), /keys\.json is missing/);
    writeFileSync(file, own, { mode: 0o600 });
  });

  test('with a newer schema', async () => {
    const product = start();
    await product.address();
    const change = async (text: string) =>
      asAdministrator((await embeddedConnection(data.path))!, (client) => client.query(text));
    await change(`insert into kysely_migration values ('9999_from_the_future', now()::text)`);
    await product.stop('SIGINT');
    assert.match(await refusal(), /newer version .*9999_from_the_future/);
    assert.equal(await runningServer(cluster), undefined, 'PostgreSQL was left behind');
  });

  test('of another PostgreSQL version', async () => {
    const file = join(cluster, 'PG_VERSION');
    const version = readFileSync(file);
    writeFileSync(file, '12\n');
    assert.match(await refusal(), /belongs to PostgreSQL 12/);
    writeFileSync(file, version);
  });
});
