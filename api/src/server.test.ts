import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test, type TestContext } from 'node:test';
import { makeDataDirectory, ProductProcess } from '../test-support/product-process.ts';
import { asAdministrator } from '../test-support/test-store.ts';
import { embeddedConnection } from '@headwater/base/postgres/embedded-postgres';
import { isAlive } from '@headwater/base/processes/process-identity';
import { runningServer } from '@headwater/base/postgres/postgres-server';

const data = makeDataDirectory();
after(data.clear);
const cluster = join(data.path, 'postgres');

/** Starts the product until the test is over, however that ends. */
function start(t: TestContext, environment: Record<string, string> = {}): ProductProcess {
  const product = new ProductProcess('server.ts', [], { HEADWATER_DATA: data.path, ...environment });
  t.after(() => product.stop('SIGKILL'));
  return product;
}
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
async function refusal(t: TestContext, environment: Record<string, string> = {}): Promise<string> {
  const refused = start(t, environment);
  assert.equal(await refused.ended(), 1, refused.output);
  return refused.output;
}

describe('the product with its own data', () => {
  test('serves after its first start, with keys and password that only its user can read', async (t) => {
    const product = start(t);
    const address = await product.address();
    assert.equal((await signUp(address, 'ann@example.com')).status, 201);
    for (const file of ['keys.json', 'postgres-password'])
      assert.equal(statSync(join(data.path, file)).mode & 0o077, 0, file);
    assert.equal(await product.stop('SIGINT'), 0);
    assert.equal(await runningServer(cluster), undefined, 'PostgreSQL was left behind');
  });

  test('queries its store as a role that may do nothing else', async (t) => {
    const product = start(t);
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

  test('uses a store that speaks UTF-8 and listens on no port', async (t) => {
    const product = start(t);
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

  test('refuses a second start on the same data, and names the first', async (t) => {
    const first = start(t);
    await first.address();
    const said = await refusal(t);
    assert.match(said, new RegExp(`Another Headwater is running on .*process ${first.child.pid}`));
    assert.match(said, /HEADWATER_DATA/);
    await first.stop('SIGINT');
  });

  test('takes over its store at the next start after it was killed, and loses nothing', async (t) => {
    const first = start(t);
    assert.equal((await signUp(await first.address(), 'kept@example.com')).status, 201);
    const { pid } = (await runningServer(cluster))!;
    await first.stop('SIGKILL');
    assert.ok(isAlive(pid), 'PostgreSQL should have outlived it');
    const second = start(t);
    const address = await second.address();
    assert.equal((await runningServer(cluster))?.pid, pid);
    const taken = await signUp(address, 'kept@example.com');
    assert.equal(taken.status, 422);
    await second.stop('SIGINT');
    assert.equal(await runningServer(cluster), undefined);
  });

  test("starts if a postmaster.pid names a process that isn't ours", async (t) => {
    writeFileSync(
      join(cluster, 'postmaster.pid'),
      `${process.pid}\n${cluster}\n0\n5432\n/nowhere\n\n\nready\n`,
    );
    const product = start(t);
    await product.address();
    await product.stop('SIGINT');
  });

  test('reports that its port is taken', async (t) => {
    const first = start(t);
    const port = new URL(await first.address()).port;
    const other = makeDataDirectory();
    t.after(other.clear);
    const said = await refusal(t, { HEADWATER_DATA: other.path, PORT: port });
    assert.match(said, new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken by another program`));
    assert.equal(await runningServer(join(other.path, 'postgres')), undefined, 'PostgreSQL was left behind');
    await first.stop('SIGINT');
  });

  test('works with a data path that is too long for a socket', async (t) => {
    const long = makeDataDirectory('d'.repeat(100));
    const product = start(t, { HEADWATER_DATA: long.path });
    t.after(long.clear);
    await product.address();
    await product.stop('SIGINT');
  });
});

describe('the operator', () => {
  test('can make a user a superuser while the product is running, and revoke it', async (t) => {
    const product = start(t);
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
  test('without its keys, or with others', async (t) => {
    const file = join(data.path, 'keys.json');
    const own = readFileSync(file);
    const write = (master: Buffer) =>
      writeFileSync(file, JSON.stringify({ version: 1, master: master.toString('base64') }));
    write(Buffer.alloc(32, 7));
    assert.match(await refusal(t), /does not hold a key of 32 random bytes/);
    write(randomBytes(32));
    assert.match(await refusal(t), /not those that this database was written with/);
    rmSync(file);
    assert.match(await refusal(t), /keys\.json is missing/);
    writeFileSync(file, own, { mode: 0o600 });
  });

  test('with a newer schema', async (t) => {
    const product = start(t);
    await product.address();
    const change = async (text: string) =>
      asAdministrator((await embeddedConnection(data.path))!, (client) => client.query(text));
    await change(`insert into kysely_migration values ('9999_from_the_future', now()::text)`);
    await product.stop('SIGINT');
    assert.match(await refusal(t), /newer version .*9999_from_the_future/);
    assert.equal(await runningServer(cluster), undefined, 'PostgreSQL was left behind');
  });

  test('of another PostgreSQL version', async (t) => {
    const file = join(cluster, 'PG_VERSION');
    const version = readFileSync(file);
    writeFileSync(file, '12\n');
    assert.match(await refusal(t), /belongs to PostgreSQL 12/);
    writeFileSync(file, version);
  });
});
